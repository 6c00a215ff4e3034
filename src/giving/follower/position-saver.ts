import type { Database } from '#libs/database';
import type { FollowedPositions } from './followed-positions.js';
import { savePosition } from './stored-position.js';

/** The minimum number of milliseconds between two saves of the follower's position. */
const saveEvery = 500;

/** Saves the position of a follower from time to time while events are followed. */
export class PositionSaver {
  #savedAt = performance.now();

  constructor(
    private readonly db: Database,
    private readonly positions: FollowedPositions,
  ) {}

  /** Saves the position at which another follower has to begin, if `saveEvery` has passed. */
  async saveIfDue(): Promise<void> {
    if (performance.now() - this.#savedAt < saveEvery) return;
    // the saved position may be old, because events that are in the journal are skipped
    const { resume } = this.positions;
    if (resume !== null) await savePosition(this.db, resume);
    this.#savedAt = performance.now();
  }
}
