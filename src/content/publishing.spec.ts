import { describe, expect, it } from '@jest/globals';
import type { Tx } from '#libs/database';
import type { ChurchActor } from '#libs/http';
import type { Publishing } from './publishing.js';
import type { SermonEntity } from './sermons/sermon.entity.js';
import type { ContentRepository } from './content-repository.js';

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

/** This function is never called: the type check of this file is the test. */
function publish(
  publishing: Publishing,
  tx: Tx,
  actor: ChurchActor,
  repository: ContentRepository<SermonEntity>,
  entity: SermonEntity,
) {
  void publishing.add(tx, actor, repository, sermon);
  void publishing.change(tx, actor, repository, entity, sermon);
  const series = { ...sermon, series: 'John' };
  // @ts-expect-error a sermon has no column `series`
  void publishing.add(tx, actor, repository, series);
  // @ts-expect-error a sermon has no column `series`
  void publishing.change(tx, actor, repository, entity, series);
}

describe('a field that an entity does not have', () => {
  it('is refused by the type check', () => {
    expect(publish).toBeInstanceOf(Function);
  });
});
