import { v7 as newId } from 'uuid';
import { generalFund } from '#libs/contracts';
import type { Tx } from '#libs/database';
import { lockChurch } from '#libs/event-sourcing';
import { comparisonKey } from '../comparison-key.js';
import { insertCampaigns, selectCampaigns } from './campaigns.sql.js';

/** Titles with the same key are the same campaign. */
export const titleKey = comparisonKey;

export interface CampaignLink {
  campaignId: string;
  title: string;
  /** of the fundraiser that is active under this title now */
  fundraiserId: string | null;
}

/** The campaign of that title, made where it lacks; blank is the General Fund. */
export async function campaignFor(tx: Tx, title: string | null | undefined): Promise<CampaignLink> {
  const [link] = await campaignsFor(tx, [title ?? '']);
  return link!;
}

/** Like `campaignFor`, for many titles at once; answers in their order. */
export async function campaignsFor(tx: Tx, titles: string[]): Promise<CampaignLink[]> {
  const wanted = titles.map((title) =>
    title.trim() === '' ? generalFund : title.trim().replace(/\s+/gu, ' '),
  );
  const keys = wanted.map(titleKey);
  const read = async () => {
    const rows = await selectCampaigns(tx, { titleKeys: keys });
    return new Map(
      rows.map((row) => [
        row.key,
        { campaignId: row.id, title: row.title, fundraiserId: row.fundraiser },
      ]),
    );
  };
  let known = await read();
  const missing = [...new Map(keys.map((key, index) => [key, wanted[index]!]))].filter(
    ([key]) => !known.has(key),
  );
  if (missing.length > 0) {
    await lockChurch(tx, tx.organizationId!);
    await insertCampaigns(tx, {
      ids: missing.map(() => newId()),
      titles: missing.map(([, title]) => title),
      titleKeys: missing.map(([key]) => key),
    });
    known = await read();
  }
  return keys.map((key) => known.get(key)!);
}
