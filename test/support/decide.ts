import { expect } from '@jest/globals';
import { fold, Refused, type Decider } from '#libs/event-sourcing';

/**
 * Tests a decider: `given(decider, [...]).when(command).then([...])`, or
 * `.refused('conflict', 'because …')`.
 */
export function given<State, Command, Event>(
  decider: Decider<State, Command, Event>,
  history: Event[],
) {
  const state = fold(decider, history);
  return {
    state,
    when: (command: Command) => ({
      then: (expected: Event[]) => expect(decider.decide(command, state)).toEqual(expected),
      refused(code: Refused['code'], message?: string) {
        let refusal: unknown;
        try {
          decider.decide(command, state);
        } catch (error) {
          refusal = error;
        }
        expect(refusal).toBeInstanceOf(Refused);
        expect(refusal).toMatchObject({ code, ...(message === undefined ? {} : { message }) });
      },
    }),
  };
}
