import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { serializeEntity } from './serialize-entity.js';

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

describe('serializeEntity', () => {
  it('returns the fields of the schema, and no other property', () => {
    expect(serializeEntity(talk, entity, { audioUrl: '/api/files/1' })).toEqual({
      title: 'Salt',
      preacher: null,
      createdAt: '2026-11-22T18:00:00.000Z',
      audioUrl: '/api/files/1',
    });
  });

  it('prefers the value of `others` to that of the entity, even if it is null', () => {
    const stored = { ...entity, audioUrl: 'https://example.org/a.mp3' };
    expect(serializeEntity(talk, stored, { audioUrl: null })).toMatchObject({ audioUrl: null });
    expect(serializeEntity(talk, stored, {})).toMatchObject({
      audioUrl: 'https://example.org/a.mp3',
    });
  });

  it('is refused by the type check if a field is missing or has another type', () => {
    // @ts-expect-error: the entity has no `audioUrl`
    serializeEntity(talk, entity, {});
    // @ts-expect-error: a title is text
    serializeEntity(talk, { ...entity, title: 1 }, { audioUrl: null });
    const untitled = { ...entity, title: undefined as string | undefined };
    // @ts-expect-error: a title may not be absent
    serializeEntity(talk, untitled, { audioUrl: null });
  });
});
