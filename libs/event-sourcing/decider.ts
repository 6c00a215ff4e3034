/**
 * The rules of one kind of stream, as pure functions: state and command in, events out.
 * Clock, ids and people come in with the command.
 */
export interface Decider<State, Command, Event> {
  readonly initial: State;
  /** Applies a fact. Total: every event that was ever recorded must be understood. */
  readonly evolve: (state: State, event: Event) => State;
  /** Facts that the command brings about; empty when nothing changes. @throws Refused */
  readonly decide: (command: Command, state: State) => Event[];
}

/** A rule says no. `message` is fit to show; `code` tells callers which rule. */
export class Refused extends Error {
  constructor(
    readonly code: 'not-found' | 'conflict' | 'invalid' | 'stale',
    message: string,
    readonly details?: Record<string, unknown>,
  ) {
    super(message);
  }
}

export function fold<State, Event>(
  decider: Pick<Decider<State, never, Event>, 'initial' | 'evolve'>,
  events: Iterable<Event>,
  from?: State,
): State {
  let state = from ?? decider.initial;
  for (const event of events) state = decider.evolve(state, event);
  return state;
}
