import type { User } from '#libs/contracts';

/**
 * The event on `window` that tells the shell to load the player. It is in a file of its own, so
 * that pages without audio need not load `listening.ts`.
 */
export const listenEvent = 'church-connect:listen';

/** Returns the key under which playback positions are remembered: one for each user of a church. */
export const accountOf = (user: Pick<User, 'id' | 'organizationId'> | null | undefined): string =>
  user ? `${user.organizationId ?? 'none'}.${user.id}` : '';
