import { v7 as newId } from 'uuid';
import { comparisonKey, generalFund } from '#libs/contracts';
import type { Tx } from '#libs/database';
import { lockChurch } from '#libs/event-sourcing';
import {
  deleteAlias,
  insertCampaigns,
  selectCampaigns,
  selectCampaignsWithOldKeys,
  selectTitleHolder,
} from './campaigns.sql.js';

/** Returns the key of a title. Titles with the same key belong to the same campaign. */
export const titleKey = comparisonKey;

export interface CampaignLink {
  campaignId: string;
  /** The title that the campaign has now. */
  title: string;
}

/**
 * Finds the campaign that has a title now or had it before (ruling 28), and creates it if there is
 * none. Blank means the General Fund.
 */
export async function findOrCreateCampaign(
  tx: Tx,
  title: string | null | undefined,
): Promise<CampaignLink> {
  const [campaignLink] = await findOrCreateCampaigns(tx, [title ?? '']);
  return campaignLink!;
}

/** Like `findOrCreateCampaign`, for many titles at once. Returns the campaigns in their order. */
export async function findOrCreateCampaigns(tx: Tx, titles: string[]): Promise<CampaignLink[]> {
  const wantedCampaigns = titles.map((title) =>
    title.trim() === '' ? generalFund : title.trim().replace(/\s+/gu, ' '),
  );
  const keys = wantedCampaigns.map(titleKey);
  const read = async () => {
    const rows = await selectCampaigns(tx, { titleKeys: keys });
    return new Map(rows.map((row) => [row.key, { campaignId: row.id, title: row.title }]));
  };
  let linksByKey = await read();
  const findMissing = () =>
    [...new Map(keys.map((key, index) => [key, wantedCampaigns[index]!]))].filter(
      ([key]) => !linksByKey.has(key),
    );
  if (findMissing().length > 0) {
    // before this lock was taken, a rename may have made an alias of a title
    await lockChurch(tx, tx.organizationId!);
    linksByKey = await read();
    const missing = findMissing();
    await insertCampaigns(tx, {
      ids: missing.map(() => newId()),
      titles: missing.map(([, title]) => title),
      titleKeys: missing.map(([key]) => key),
    });
    linksByKey = await read();
  }
  const links = keys.map((key) => linksByKey.get(key)!);
  return withExactTitles(tx, wantedCampaigns, links);
}

/**
 * Finds campaigns that have exactly one of the titles, although another campaign has the key of the
 * title, and returns them instead of the campaigns that were found by the key.
 */
async function withExactTitles(
  tx: Tx,
  titles: readonly string[],
  links: CampaignLink[],
): Promise<CampaignLink[]> {
  const unequal = titles.filter((title, index) => links[index]!.title !== title);
  if (unequal.length === 0) return links;
  const rows = await selectCampaignsWithOldKeys(tx, { titles: unequal });
  const byTitle = new Map(rows.map(({ id, title }) => [title, { campaignId: id, title }]));
  return links.map((link, index) => byTitle.get(titles[index]!) ?? link);
}

/**
 * Finds the campaign that has a title now, for a new fundraiser. If there is none, a new campaign
 * takes the title, and an alias of this title is released. The caller has locked the church.
 * @returns the id of the campaign
 */
export async function takeCampaign(tx: Tx, title: string): Promise<string> {
  const key = titleKey(title);
  const [holder] = await selectTitleHolder(tx, { titleKey: key });
  if (holder) return holder.id;
  const id = newId();
  await deleteAlias(tx, { titleKey: key });
  await insertCampaigns(tx, { ids: [id], titles: [title], titleKeys: [key] });
  return id;
}
