import { statement, t } from '#libs/database';

export const insertSmsStop = statement({
  parameters: { number: t.text },
  sql: 'insert into sms_stop (number) values (:number) on conflict do nothing',
});

export const deleteSmsStop = statement({
  parameters: { number: t.text },
  sql: 'delete from sms_stop where number = :number',
});

export const findStop = statement({
  parameters: { number: t.nullable(t.text) },
  columns: { number: t.text },
  sql: 'select number from sms_stop where number = :number',
});

/**
 * A condition: the user with the alias `u` may get text messages. The profile still has the number
 * that the user has confirmed (compare `textNumber`), and its owner has not sent STOP.
 */
export const acceptsTextsSql = (u: string) => `(
  ${u}.sms_number is not null
  and ${u}.sms_number = '+1' || right(regexp_replace(coalesce(${u}.phone, ''), '\\D', '', 'g'), 10)
  and ${u}.phone not like '%;ext=%'
  and (${u}.phone not like '+%' or ${u}.phone like '+1%')
  and not exists (select 1 from sms_stop where number = ${u}.sms_number)
)`;
