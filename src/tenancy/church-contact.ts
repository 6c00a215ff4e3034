import type { Tx } from '#libs/database';

/**
 * Until the contact of a church has confirmed the email address, the church's name is the text of a stranger. The church is
 * not listed, nobody can join it, and its name appears neither on pages nor in emails to others.
 */
export async function awaitsContact(tx: Tx, organizationId: string): Promise<boolean> {
  const rows = await tx.sql('select 1 from organization where id = $1 and awaits_contact', [
    organizationId,
  ]);
  return rows.length > 0;
}

/** Records whether the church of the transaction waits for its contact. */
export async function setAwaitsContact(tx: Tx, awaits: boolean): Promise<void> {
  await tx.sql(
    'update organization set awaits_contact = $2 where id = $1 and awaits_contact <> $2',
    [tx.organizationId, awaits],
  );
}
