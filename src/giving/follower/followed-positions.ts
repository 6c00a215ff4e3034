import type { Position } from '#libs/event-sourcing';

type State = 'waiting' | 'published' | 'skipped';

interface Entry {
  position: Position;
  state: State;
}

/**
 * How far a follower has come. Events of several churches are published at the same time, so that a
 * later event may be published before an earlier one.
 */
export class FollowedPositions {
  /** received events, from the first one that waits to be published */
  readonly #ahead: Entry[] = [];
  #hasSkipped = false;
  #reached: Position | null;
  #resume: Position | null;

  /** @param from where the follower began */
  constructor(from: Position | null) {
    this.#reached = from;
    this.#resume = from;
  }

  /**
   * Everything up to here was published, or skipped because its church does not match the event
   * store.
   */
  get reached(): Position | null {
    this.#advance();
    return this.#reached;
  }

  /**
   * Where another follower has to begin, so that it receives everything that was not published or
   * was skipped.
   */
  get resume(): Position | null {
    this.#advance();
    return this.#resume;
  }

  /**
   * Adds an event that was received. @returns a function that says whether it was published or
   * skipped
   */
  add(position: Position): (isPublished: boolean) => void {
    const entry: Entry = { position, state: 'waiting' };
    this.#ahead.push(entry);
    return (isPublished) => (entry.state = isPublished ? 'published' : 'skipped');
  }

  #advance(): void {
    const waiting = this.#ahead.findIndex(({ state }) => state === 'waiting');
    const done = this.#ahead.splice(0, waiting < 0 ? this.#ahead.length : waiting);
    for (const { position, state } of done) {
      this.#reached = position;
      if (state === 'skipped') this.#hasSkipped = true;
      if (!this.#hasSkipped) this.#resume = position;
    }
  }
}
