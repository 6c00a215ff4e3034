import { describe, expect, it } from '@jest/globals';
import { FollowedPositions } from './followed-positions.js';

/** Adds events with these positions. */
function follow(...positions: bigint[]) {
  const followed = new FollowedPositions(0n);
  const ends = positions.map((position) => followed.add(position));
  const state = () => [followed.reached, followed.resume];
  return { ends, state };
}

describe('the positions of a follower', () => {
  it('stay at the start position until the first event is published', () => {
    expect(follow(5n).state()).toEqual([0n, 0n]);
  });

  it('advance over events that were published', () => {
    const { ends, state } = follow(5n, 9n);
    ends[0]!(true);
    expect(state()).toEqual([5n, 5n]);
    ends[1]!(true);
    expect(state()).toEqual([9n, 9n]);
  });

  it('do not advance over a later event before the earlier one is published', () => {
    const { ends, state } = follow(5n, 9n);
    ends[1]!(true);
    expect(state()).toEqual([0n, 0n]);
    ends[0]!(true);
    expect(state()).toEqual([9n, 9n]);
  });

  it('have a position to resume before a skipped event, even if later ones were reached', () => {
    const { ends, state } = follow(5n, 7n, 9n);
    ends[0]!(true);
    ends[1]!(false);
    ends[2]!(true);
    expect(state()).toEqual([9n, 5n]);
  });
});
