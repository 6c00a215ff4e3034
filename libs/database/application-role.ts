import type { Database } from './database.js';

/**
 * Refuses a database role to which row-level security does not apply: a superuser, a role with
 * BYPASSRLS, or an owner of tables.
 * @throws Error with a message for the operator
 */
export async function assertRoleIsBound(db: Database): Promise<void> {
  const [role] = await db.platform((tx) =>
    tx.sql<{ name: string; free: boolean; owns: boolean }>(
      `select current_user::text as name,
              rolsuper or rolbypassrls as free,
              exists (
                select 1
                  from pg_class c
                  join pg_namespace n on n.oid = c.relnamespace
                 where n.nspname = 'public'
                   and c.relkind = 'r'
                   and pg_has_role(current_user, c.relowner, 'usage')) as owns
         from pg_roles
        where rolname = current_user`,
    ),
  );
  if (role?.free || role?.owns) {
    const reason = role.free ? 'bypasses row-level security' : 'owns the tables';
    throw new Error(
      `DATABASE_URL connects as "${role.name}", which ${reason}. ` +
        'Use a role that owns nothing and has neither SUPERUSER nor BYPASSRLS; ' +
        'DATABASE_OWNER_URL is for migrations.',
    );
  }
}
