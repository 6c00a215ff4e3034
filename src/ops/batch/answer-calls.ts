/** What the calls of a batch may need in total. */
export interface BatchLimits {
  /** the number of calls that are answered at the same time */
  concurrent: number;
  /** the characters of all answers after which no further call is answered */
  characters: number;
  /** the milliseconds after which the answers that are missing are left out */
  duration: number;
}

/**
 * Answers the calls of a batch. A call is left out if the answers before it are too large in total,
 * if it is not answered in time, or if nobody waits anymore.
 * @param isClosed tells whether the client has closed the connection
 * @returns the answers in the order of the calls; null for a call that was left out
 */
export async function answerCalls<Answer extends { text: string }>(
  calls: readonly string[],
  answer: (call: string) => Promise<Answer>,
  limits: BatchLimits,
  isClosed: () => boolean,
): Promise<(Answer | null)[]> {
  const answers: (Answer | null)[] = calls.map(() => null);
  let characters = 0;
  let nextIndex = 0;
  let isLate = false;
  const mayContinue = () => !isLate && !isClosed() && characters < limits.characters;
  const answerNext = async () => {
    while (nextIndex < calls.length && mayContinue()) {
      const index = nextIndex++;
      const result = await answer(calls[index]!);
      answers[index] = result;
      characters += result.text.length;
    }
  };
  let timer: NodeJS.Timeout | undefined;
  const timeIsOver = new Promise<void>((resolve) => {
    timer = setTimeout(() => {
      isLate = true;
      resolve();
    }, limits.duration);
  });
  await Promise.race([
    Promise.all(Array.from({ length: limits.concurrent }, answerNext)),
    timeIsOver,
  ]);
  clearTimeout(timer);
  // A call that is still running would add its answer to the list while the list is sent.
  return [...answers];
}
