import type { Fundraiser } from '#libs/contracts';
import type { Tx } from '#libs/database';
import { Refused } from '#libs/event-sourcing';
import { titleKey } from '../campaign/campaigns.js';
import { findSameTitle, freeTitle, storeFundraiserText } from './fundraiser.sql.js';

/** The texts that a command stores. Those that are undefined stay as they are. */
export interface TextEdit {
  /** Without repeated spaces. */
  title?: string | undefined;
  description?: string | undefined;
  /** Whether the fundraiser is active, so that no other one may have its title. */
  isActive?: boolean | undefined;
}

export const hasTextEdit = (edit: TextEdit): boolean =>
  Object.values(edit).some((value) => value !== undefined);

export const withoutRepeatedSpaces = (title: string) => title.replace(/\s+/gu, ' ');

/** Whether the texts differ from those of a fundraiser. */
export const hasOtherTexts = (
  { title, description }: TextEdit,
  before: Pick<Fundraiser, 'title' | 'description'>,
): boolean =>
  (title !== undefined && title !== before.title) ||
  (description !== undefined && description !== before.description);

const titleTaken =
  'An active campaign already has this title. Choose another title, or end that campaign first.';

/** @throws Refused conflict when an active fundraiser of the church has that title */
export async function assertTitleFree(
  tx: Tx,
  id: string,
  { title, isActive }: TextEdit,
): Promise<void> {
  const clash = await findSameTitle(tx, {
    id,
    titleKey: title === undefined ? null : titleKey(title),
    isActive: isActive ?? null,
  });
  if (clash.length > 0)
    throw new Refused('conflict', titleTaken, { issues: [{ path: 'title', message: titleTaken }] });
}

export function storeTexts(
  tx: Tx,
  id: string,
  { title, description, isActive }: TextEdit,
): Promise<unknown> {
  return storeFundraiserText(tx, {
    id,
    title: title ?? null,
    titleKey: title === undefined ? null : titleKey(title),
    description: description ?? null,
    isActive: isActive ?? null,
  });
}

/**
 * Releases the title of a fundraiser that was removed between two attempts, of which the first has
 * stored its texts.
 */
export async function releaseTitle(tx: Tx, id: string): Promise<void> {
  const changed = await freeTitle.count(tx, { id });
  if (changed > 0) await tx.checkpoint();
}
