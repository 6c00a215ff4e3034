import type { MessageInput } from '#libs/contracts';

interface Owner {
  id: string;
  organizationId: string | null;
}

/**
 * What is for the pastor is for nobody else at this computer: what was typed when a session ended is kept in this tab's memory
 * alone, for the same person of the same church, and once.
 */
let kept: { owner: string; values: MessageInput } | null = null;

const nameOf = ({ id, organizationId }: Owner) => `${organizationId ?? '-'} ${id}`;

export const keepMessage = (owner: Owner, values: MessageInput) =>
  void (kept = { owner: nameOf(owner), values });

/** Takes it out of the memory; whoever else asks finds nothing, and nor does anybody after them. */
export function takeMessage(owner: Owner): MessageInput | null {
  const found = kept?.owner === nameOf(owner) ? kept.values : null;
  kept = null;
  return found;
}
