import type { Tx } from '#libs/database';

/**
 * Records that the owner of a telephone number wants no more text messages from any church.
 * @param number in the form that `textNumber` returns
 */
export async function stopTexts(tx: Tx, number: string): Promise<void> {
  await tx.sql('insert into sms_stop (number) values ($1) on conflict do nothing', [number]);
}

/** Removes what `stopTexts` recorded. */
export async function resumeTexts(tx: Tx, number: string): Promise<void> {
  await tx.sql('delete from sms_stop where number = $1', [number]);
}

/** Whether the owner of a telephone number wants no more text messages. */
export async function isStopped(tx: Tx, number: string | null): Promise<boolean> {
  const rows = await tx.sql('select 1 from sms_stop where number = $1', [number]);
  return rows.length > 0;
}

/** SQL: whether text messages may go to the user `u`, whose number is still the one that they have confirmed (`textNumber`). */
export const acceptsTexts = (u: string) =>
  `(${u}.sms_number is not null and ${u}.sms_number = '+1' || right(regexp_replace(coalesce(${u}.phone, ''), '\\D', '', 'g'), 10)
    and ${u}.phone not like '%;ext=%' and (${u}.phone not like '+%' or ${u}.phone like '+1%')
    and not exists (select 1 from sms_stop where number = ${u}.sms_number))`;
