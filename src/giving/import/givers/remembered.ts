import type { z } from 'zod';
import type { GiverAnswer, ImportAnswer, importAnswersQuery } from '#libs/contracts';
import { containing, type Tx } from '#libs/database';
import { readCursor } from '#libs/http';
import { deleteAnswer, deleteAnswers, listAnswers, saveAnswers } from './remembered.sql.js';

interface Given {
  spelled: { key: string; name: string; email: string | null }[];
  donorId: string | null;
  /** the donor is a guest whom the commit will create; the commit stores the id in the answer */
  isPlanned: boolean;
  /** the guest is created for this giver, and not for another giver of the file */
  isOwn: boolean;
}

/**
 * Remembers who a giver is, for the church's next files. A new guest has no record yet. Therefore
 * the stored answer says only that the giver is a guest, and the next file finds the guest by name
 * and email address. If a known guest has the same name but is another person, that would find the
 * wrong guest. Then nothing is remembered until the commit has created the record.
 */
export async function remember(
  tx: Tx,
  userId: string,
  answer: GiverAnswer,
  answeredGivers: Given[],
): Promise<void> {
  const withSpellings = (givers: Given[]) =>
    givers.flatMap(({ spelled, donorId, isPlanned }) =>
      spelled.map((spelling) => ({ ...spelling, donorId: isPlanned ? null : donorId })),
    );
  const isStoredByCommit = (giver: Given) =>
    giver.isPlanned && (answer === 'apart' || !giver.isOwn);
  await deleteAnswers(tx, {
    keys: withSpellings(answeredGivers.filter(isStoredByCommit)).map(({ key }) => key),
  });
  const keptAnswers = withSpellings(
    answeredGivers.filter((giver) => !isStoredByCommit(giver)),
  ).filter(({ name, email }) => name !== '' || email !== null);
  await saveAnswers(tx, {
    answer,
    keys: keptAnswers.map(({ key }) => key),
    names: keptAnswers.map(({ name }) => name),
    emails: keptAnswers.map(({ email }) => email),
    donorIds: keptAnswers.map(({ donorId }) => donorId),
    userId,
  });
}

/** Returns a page of the church's remembered answers about givers, in the order of their keys. */
export async function importAnswers(
  tx: Tx,
  { donorId, search, limit, cursor }: z.output<typeof importAnswersQuery>,
): Promise<{ answers: ImportAnswer[]; next: unknown[] | null }> {
  const [after = null] = readCursor(cursor, ['text']) ?? [];
  const words = search?.trim();
  const answerRows = await listAnswers(tx, {
    donorId: donorId ?? null,
    pattern: words ? containing(words) : null,
    after,
    limit: limit + 1,
  });
  const page = answerRows.slice(0, limit);
  return {
    answers: page.map(
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
    next: answerRows.length > limit ? [page.at(-1)!.key] : null,
  };
}

/**
 * Deletes a remembered answer. Drafts keep their own answers.
 * @returns whether there was one
 */
export async function forgetAnswer(tx: Tx, id: string): Promise<boolean> {
  return (await deleteAnswer.count(tx, { id })) > 0;
}
