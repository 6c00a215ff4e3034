import type { User } from '#libs/contracts';

/** Heard by the shell: something is listened to, so the player is needed. Apart from it, so that pages without sound need not load it. */
export const listenEvent = 'church-connect:listen';

/** Under which places are remembered: a person, in a church. */
export const accountOf = (user: Pick<User, 'id' | 'organizationId'> | null | undefined): string =>
  user ? `${user.organizationId ?? 'none'}.${user.id}` : '';
