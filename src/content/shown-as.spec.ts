import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { shownAs } from './shown-as.js';

const talk = z.object({
  title: z.string(),
  preacher: z.string().nullable(),
  createdAt: z.string(),
  audioUrl: z.string().nullable(),
});

const entity = {
  title: 'Salt',
  preacher: undefined as string | undefined,
  createdAt: new Date('2026-11-22T18:00:00Z'),
  organizationId: 'not for others',
};

describe('an entity as a schema describes it', () => {
  it('has the fields of the schema, and no other property', () => {
    expect(shownAs(talk, entity, { audioUrl: '/api/files/1' })).toEqual({
      title: 'Salt',
      preacher: null,
      createdAt: '2026-11-22T18:00:00.000Z',
      audioUrl: '/api/files/1',
    });
  });

  it('has the value of `others` where the entity has one of its own, null too', () => {
    const stored = { ...entity, audioUrl: 'https://example.org/a.mp3' };
    expect(shownAs(talk, stored, { audioUrl: null })).toMatchObject({ audioUrl: null });
    expect(shownAs(talk, stored, {})).toMatchObject({ audioUrl: 'https://example.org/a.mp3' });
  });

  it('is refused by the type check where a field comes from nowhere, or has another type', () => {
    // @ts-expect-error: the entity has no `audioUrl`
    shownAs(talk, entity, {});
    // @ts-expect-error: a title is text
    shownAs(talk, { ...entity, title: 1 }, { audioUrl: null });
    // @ts-expect-error: a title may not be absent
    shownAs(talk, { ...entity, title: undefined as string | undefined }, { audioUrl: null });
  });
});
