import { describe, expect, it } from '@jest/globals';
import type { Tx } from '#libs/database';
import type { ChurchActor } from '#libs/http';
import type { Publishing } from './publishing.js';
import type { SermonEntity } from './sermons/sermon.entity.js';
import type { Shelf } from './shelf.js';

const sermon = {
  title: 'The vine',
  description: 'On staying where one grows',
  isActive: true,
  preacher: null,
  date: '2025-01-05',
  durationMinutes: 30,
  videoUrl: null,
  audioUrl: null,
  fileId: null,
  thumbnailUrl: null,
  tags: [],
};

/** Never called: the type check of this file is the test. */
function store(
  publishing: Publishing,
  tx: Tx,
  actor: ChurchActor,
  shelf: Shelf<SermonEntity>,
  one: SermonEntity,
) {
  void publishing.add(tx, actor, shelf, sermon);
  void publishing.change(tx, actor, shelf, one, sermon);
  const series = { ...sermon, series: 'John' };
  // @ts-expect-error a sermon has no column for it
  void publishing.add(tx, actor, shelf, series);
  // @ts-expect-error a sermon has no column for it
  void publishing.change(tx, actor, shelf, one, series);
}

describe('a field of a body that an entity does not have', () => {
  it('is refused by the type check', () => {
    expect(store).toBeInstanceOf(Function);
  });
});
