import type { z } from 'zod';
import type { GiverAnswer, ImportAnswer, importAnswersQuery } from '#libs/contracts';
import type { Tx } from '#libs/database';
import { readCursor } from '#libs/http';

interface Given {
  spelled: { key: string; name: string; email: string | null }[];
  donorId: string | null;
  /** a guest who is made at the commit, which remembers their id */
  isPlanned: boolean;
  /** … for this giver, not for another one of the file */
  isOwn: boolean;
}

/**
 * Keeps for the church's next files who a giver is. A new guest has no record yet: that somebody is a guest is kept, and by name and
 * address they are found; of one who was set apart from others nothing, until the commit has made them.
 */
export async function remember(
  tx: Tx,
  by: string,
  answer: GiverAnswer,
  given: Given[],
): Promise<void> {
  const of = (those: Given[]) =>
    those.flatMap(({ spelled, donorId, isPlanned }) =>
      spelled.map((one) => ({ ...one, donorId: isPlanned ? null : donorId })),
    );
  const later = (one: Given) => one.isPlanned && (answer === 'apart' || !one.isOwn);
  await forgetKeys(
    tx,
    of(given.filter(later)).map(({ key }) => key),
  );
  const kept = of(given.filter((one) => !later(one))).filter(
    ({ name, email }) => name !== '' || email !== null,
  );
  await tx.sql(
    `insert into import_answer (organization_id, kind, key, answer, name, email, donor_id, answered_by)
     select distinct on (k.key) $1::uuid, 'giver', k.key, $2, k.name, k.email, k.donor_id, $7::uuid from unnest($3::text[], $4::text[], $5::text[], $6::uuid[]) k(key, name, email, donor_id)
     on conflict (organization_id, kind, key) do update
       set answer = excluded.answer, donor_id = excluded.donor_id, answered_by = excluded.answered_by, answered_at = now()`,
    [
      tx.organizationId,
      answer,
      kept.map(({ key }) => key),
      kept.map(({ name }) => name),
      kept.map(({ email }) => email),
      kept.map(({ donorId }) => donorId),
      by,
    ],
  );
}

const forgetKeys = (tx: Tx, keys: string[]) =>
  tx.sql(
    `delete from import_answer where organization_id = $1 and kind = 'giver' and key = any($2::text[])`,
    [tx.organizationId, keys],
  );

interface AnswerRow {
  id: string;
  kind: ImportAnswer['kind'];
  key: string;
  answer: GiverAnswer;
  name: string | null;
  email: string | null;
  answered_at: Date;
  donor_id: string | null;
  donor_name: string | null;
  donor_kind: 'member' | 'guest' | null;
}

/** What the church has answered, by the names of its files. */
export async function importAnswers(
  tx: Tx,
  { donorId, limit, cursor }: z.output<typeof importAnswersQuery>,
): Promise<{ answers: ImportAnswer[]; next: unknown[] | null }> {
  const [after = null] = readCursor(cursor, ['text']) ?? [];
  const found = await tx.sql<AnswerRow>(
    `select a.id, a.kind, a.key, a.answer, a.name, a.email, a.answered_at, d.id as donor_id, d.name as donor_name, d.kind as donor_kind
       from import_answer a left join donor d on d.organization_id = $1 and d.id = a.donor_id
      where a.organization_id = $1 and a.kind = 'giver' and ($2::uuid is null or a.donor_id = $2) and ($3::text is null or a.key > $3 collate "C")
      order by a.key collate "C" limit $4`,
    [tx.organizationId, donorId ?? null, after, limit + 1],
  );
  const shown = found.slice(0, limit);
  return {
    answers: shown.map(
      ({ id, kind, answer, name, email, answered_at, donor_id, donor_name, donor_kind }) => ({
        id,
        kind,
        answer,
        name: name ?? '',
        email,
        donor: donor_id ? { id: donor_id, name: donor_name!, kind: donor_kind! } : null,
        answeredAt: answered_at.toISOString(),
      }),
    ),
    next: found.length > limit ? [shown.at(-1)!.key] : null,
  };
}

/** Takes an answer back; drafts keep what was said in them. @returns whether there was one */
export async function forgetAnswer(tx: Tx, id: string): Promise<boolean> {
  return (
    (
      await tx.sql('delete from import_answer where organization_id = $1 and id = $2 returning 1', [
        tx.organizationId,
        id,
      ])
    ).length > 0
  );
}
