import { v7 as newId } from 'uuid';
import { generalFund } from '#libs/contracts';
import { prepared, type Tx } from '#libs/database';
import { lockChurch } from '#libs/event-sourcing';

export const titleKey = (title: string) =>
  title.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim();

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

const campaignsSql = prepared(
  `select c.title_key as key, c.id, c.title, f.fundraiser_id as fundraiser from campaign c
     left join fundraiser_text f on f.organization_id = $1 and f.title_key = c.title_key and f.is_active
    where c.organization_id = $1 and c.title_key = any($2::text[])`,
);

/** Like `campaignFor`, for many titles at once; answers in their order. */
export async function campaignsFor(tx: Tx, titles: string[]): Promise<CampaignLink[]> {
  const wanted = titles.map((title) =>
    title.trim() === '' ? generalFund : title.trim().replace(/\s+/gu, ' '),
  );
  const keys = wanted.map(titleKey);
  const read = async () => {
    const rows = await tx.sql<{
      key: string;
      id: string;
      title: string;
      fundraiser: string | null;
    }>(campaignsSql, [tx.organizationId, keys]);
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
    await tx.sql(
      `insert into campaign (organization_id, id, title, title_key)
       select $1, id, title, key from unnest($2::uuid[], $3::text[], $4::text[]) as c(id, title, key) on conflict do nothing`,
      [
        tx.organizationId,
        missing.map(() => newId()),
        missing.map(([, title]) => title),
        missing.map(([key]) => key),
      ],
    );
    known = await read();
  }
  return keys.map((key) => known.get(key)!);
}
