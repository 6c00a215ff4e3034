import type { Position } from '#libs/event-sourcing';

type State = 'waiting' | 'published' | 'skipped';

interface Entry {
  position: Position;
  state: State;
}

/**
 * The positions up to which a follower has published events. Events of several churches are
 * published at the same time, so that a later event may be published before an earlier one.
 */
export class FollowedPositions {
  /** The received events, from the first one that waits to be published. */
  readonly #received: Entry[] = [];
  #hasSkipped = false;
  #reached: Position | null;
  #resume: Position | null;

  /** @param from the position at which the follower began */
  constructor(from: Position | null) {
    this.#reached = from;
    this.#resume = from;
  }

  /**
   * The position up to which all events were published, or skipped because their churches do not
   * match the event store.
   */
  get reached(): Position | null {
    this.#advance();
    return this.#reached;
  }

  /**
   * The position at which another follower has to begin, so that it receives all events that were
   * not published.
   */
  get resume(): Position | null {
    this.#advance();
    return this.#resume;
  }

  /**
   * Adds a received event.
   * @returns a function to call when the event was published (true) or skipped (false)
   */
  add(position: Position): (isPublished: boolean) => void {
    const entry: Entry = { position, state: 'waiting' };
    this.#received.push(entry);
    return (isPublished) => (entry.state = isPublished ? 'published' : 'skipped');
  }

  #advance(): void {
    const firstWaiting = this.#received.findIndex(({ state }) => state === 'waiting');
    const finished = this.#received.splice(
      0,
      firstWaiting < 0 ? this.#received.length : firstWaiting,
    );
    for (const { position, state } of finished) {
      this.#reached = position;
      if (state === 'skipped') this.#hasSkipped = true;
      if (!this.#hasSkipped) this.#resume = position;
    }
  }
}
