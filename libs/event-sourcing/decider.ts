/**
 * The rules of one kind of stream, as pure functions. The command contains everything that does not
 * follow from the state, such as the time, ids and users.
 */
export interface Decider<State, Command, Event> {
  readonly initial: State;
  /** Applies an event to the state. It must accept every event that was ever recorded. */
  readonly evolve: (state: State, event: Event) => State;
  /**
   * Turns a command into events.
   * @returns no event if nothing changes
   * @throws Refused
   */
  readonly decide: (command: Command, state: State) => Event[];
}

/** A rule forbids a command. Users see `message`; `code` tells the caller the kind of rule. */
export class Refused extends Error {
  constructor(
    readonly code: 'not-found' | 'conflict' | 'invalid' | 'stale',
    message: string,
    readonly details?: Record<string, unknown>,
  ) {
    super(message);
  }
}

/** Applies events to a state, which is the initial state of the decider if `from` is absent. */
export function fold<State, Event>(
  decider: Pick<Decider<State, never, Event>, 'initial' | 'evolve'>,
  events: Iterable<Event>,
  from?: State,
): State {
  let state = from ?? decider.initial;
  for (const event of events) state = decider.evolve(state, event);
  return state;
}
