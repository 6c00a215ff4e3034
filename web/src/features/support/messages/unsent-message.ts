import type { MessageInput } from '#libs/contracts';

interface Owner {
  id: string;
  organizationId: string | null;
}

/**
 * Other users of this computer must not read a message to the pastor. The text that was typed when
 * a session ended is therefore kept only in the memory of this tab, and returned once, to the same
 * user of the same church.
 */
let unsent: { owner: string; values: MessageInput } | null = null;

const nameOf = ({ id, organizationId }: Owner) => `${organizationId ?? '-'} ${id}`;

export const keepMessage = (owner: Owner, values: MessageInput) =>
  void (unsent = { owner: nameOf(owner), values });

/**
 * Returns the text and deletes it. For another user it returns null, and the text is deleted too.
 */
export function takeMessage(owner: Owner): MessageInput | null {
  const values = unsent?.owner === nameOf(owner) ? unsent.values : null;
  unsent = null;
  return values;
}
