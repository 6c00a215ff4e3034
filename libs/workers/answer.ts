/** The input is refused. The message is a sentence for the user who sent it; the status is 400. */
export class Refusal extends Error {
  constructor(sentence: string) {
    super(sentence);
    this.name = new.target.name;
  }
}

/**
 * What a function in a worker thread returns. An error loses its class on the way to the main
 * thread, so a refusal is returned as a value. Any other error is thrown.
 */
export type Answer<Value> = { value: Value } | { refusal: string };

type ErrorClass = abstract new (...args: never[]) => Error;

/**
 * Wraps a function of a worker module, so that it returns a Refusal as an `Answer` instead of
 * throwing it.
 * @param otherRefusals further classes of errors whose message a person may read
 */
export function returnRefusals<Input, Value>(
  work: (input: Input) => Promise<Value> | Value,
  otherRefusals: ErrorClass[] = [],
): (input: Input) => Promise<Answer<Value>> {
  return async (input) => {
    try {
      return { value: await work(input) };
    } catch (error) {
      const isRefusal = [Refusal, ...otherRefusals].some((kind) => error instanceof kind);
      if (isRefusal) return { refusal: (error as Error).message };
      throw error;
    }
  };
}

/** Returns the value of an answer. @throws Refusal */
export function resultOf<Value>(answer: Answer<Value>): Value {
  if ('refusal' in answer) throw new Refusal(answer.refusal);
  return answer.value;
}
