import type { z } from 'zod';
import type { GiverAnswer, ImportAnswer, importAnswersQuery } from '#libs/contracts';
import type { Tx } from '#libs/database';
import { readCursor } from '#libs/http';
import { deleteAnswer, deleteAnswers, listAnswers, saveAnswers } from './remembered.sql.js';

interface Given {
  spelled: { key: string; name: string; email: string | null }[];
  donorId: string | null;
  /** a guest who is made at the commit, which remembers their id */
  isPlanned: boolean;
  /** … for this giver, not for another one of the file */
  isOwn: boolean;
}

/**
 * Keeps for the church's next files who a giver is. A new guest has no record yet: that somebody is
 * a guest is kept, and by name and address they are found; of one who was set apart from others
 * nothing, until the commit has made them.
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
  await deleteAnswers(tx, { keys: of(given.filter(later)).map(({ key }) => key) });
  const kept = of(given.filter((one) => !later(one))).filter(
    ({ name, email }) => name !== '' || email !== null,
  );
  await saveAnswers(tx, {
    answer,
    keys: kept.map(({ key }) => key),
    names: kept.map(({ name }) => name),
    emails: kept.map(({ email }) => email),
    donorIds: kept.map(({ donorId }) => donorId),
    userId: by,
  });
}

/** What the church has answered, by the names of its files. */
export async function importAnswers(
  tx: Tx,
  { donorId, limit, cursor }: z.output<typeof importAnswersQuery>,
): Promise<{ answers: ImportAnswer[]; next: unknown[] | null }> {
  const [after = null] = readCursor(cursor, ['text']) ?? [];
  const found = await listAnswers(tx, { donorId: donorId ?? null, after, limit: limit + 1 });
  const shown = found.slice(0, limit);
  return {
    answers: shown.map(
      ({ id, kind, answer, name, email, answeredAt, donorId, donorName, donorKind }) => ({
        id,
        kind,
        answer,
        name: name ?? '',
        email,
        donor: donorId ? { id: donorId, name: donorName!, kind: donorKind! } : null,
        answeredAt: answeredAt.toISOString(),
      }),
    ),
    next: found.length > limit ? [shown.at(-1)!.key] : null,
  };
}

/** Takes an answer back; drafts keep what was said in them. @returns whether there was one */
export async function forgetAnswer(tx: Tx, id: string): Promise<boolean> {
  return (await deleteAnswer.count(tx, { id })) > 0;
}
