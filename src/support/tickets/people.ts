import type { Role, TicketPerson, TicketType } from '#libs/contracts';
import type { Tx } from '#libs/database';

/** Somebody who stands on one side of a ticket. */
export interface Person extends TicketPerson {
  email: string;
  /** letters reach them: their address is proved, and they may open the portal */
  isReached: boolean;
  isPlatform: boolean;
}

const columns = `id, first_name as "firstName", last_name as "lastName", role, email, email_verified and is_approved and (not is_suspended or role = 'admin') as "isReached", false as "isPlatform"`;
/** SQL: whether somebody of the church may open the portal. */
export const isPresent = `removed_at is null and is_approved and (not is_suspended or role = 'admin')`;

/** Who answers: of internal tickets by their role, of external ones every super administrator. In the church's transaction, or the platform's. */
export function answerersOf(tx: Tx, type: TicketType, isAboutGift: boolean): Promise<Person[]> {
  if (type === 'external') {
    return tx.sql<Person>(
      `select id, email as "firstName", '' as "lastName", 'super_admin' as role, email, email_verified_at is not null as "isReached", true as "isPlatform" from account where is_super_admin order by email`,
    );
  }
  const roles: Role[] = ['admin', 'support', ...(isAboutGift ? (['secretary'] as const) : [])];
  return tx.sql<Person>(
    `select ${columns} from app_user where organization_id = $1 and ${isPresent} and role = any($2) order by first_name, last_name, id`,
    [tx.organizationId, roles],
  );
}

/** The administrators of the church: its side of external tickets. */
export const administratorsOf = (tx: Tx): Promise<Person[]> =>
  tx.sql<Person>(
    `select ${columns} from app_user where organization_id = $1 and ${isPresent} and role = 'admin' order by id`,
    [tx.organizationId],
  );

/** People of the church by their ids, as far as they may still open the portal. */
export const peopleOf = (tx: Tx, ids: readonly string[]): Promise<Person[]> =>
  tx.sql<Person>(
    `select ${columns} from app_user where organization_id = $1 and ${isPresent} and id = any($2::uuid[])`,
    [tx.organizationId, ids],
  );

/** Those of them whom a text names as `@First Last`: the whole name, and not within an address. */
export const mentionedIn = (text: string, people: readonly Person[]): Person[] =>
  people.filter(({ firstName, lastName }) => {
    const name = `${firstName} ${lastName}`.trim().replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
    return (
      name !== '' && new RegExp(`(?<![\\p{L}\\p{N}])@${name}(?![\\p{L}\\p{N}])`, 'iu').test(text)
    );
  });
