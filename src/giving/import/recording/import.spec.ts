import { describe, expect, it } from '@jest/globals';
import { validate, v7 as newId } from 'uuid';
import { given } from '../../../../test/support/decide.js';
import { rowDonationId } from '../row-donation-id.js';
import { importDecider, type ImportEvent } from './import.js';

const facts = { importId: 'i', donations: 3, amount: 7_500 };
const command = { ...facts, changes: 0 };
const committed: ImportEvent = { type: 'DonationImportCommitted', data: facts };
const undone: ImportEvent = { type: 'DonationImportUndone', data: facts };
const commit = { do: 'commit', ...command } as const;
const undo = { do: 'undo', ...command } as const;

describe('an import', () => {
  it('can be committed only once', () => {
    given(importDecider, []).when(commit).then([committed]);
    given(importDecider, [committed])
      .when(commit)
      .refused('conflict', 'This import is already committed.');
    given(importDecider, [committed, undone]).when(commit).refused('conflict');
  });

  it('is refused if it has nothing new', () => {
    given(importDecider, [])
      .when({ ...commit, donations: 0 })
      .refused('invalid', 'There is nothing to import: no row of this file is new.');
  });

  it('can be committed if it only changes recorded donations', () => {
    given(importDecider, [])
      .when({ ...commit, donations: 0, amount: 0, changes: 1 })
      .then([
        { type: 'DonationImportCommitted', data: { importId: 'i', donations: 0, amount: 0 } },
      ]);
  });

  it('can be undone only once, and only after its commit', () => {
    given(importDecider, [committed]).when(undo).then([undone]);
    given(importDecider, [committed, undone])
      .when(undo)
      .refused('conflict', 'This import is already undone.');
    given(importDecider, []).when(undo).refused('conflict', 'This import is not committed.');
  });

  it('can be undone even if users have voided all of its donations', () => {
    given(importDecider, [committed])
      .when({ ...undo, donations: 0, amount: 0 })
      .then([{ type: 'DonationImportUndone', data: { importId: 'i', donations: 0, amount: 0 } }]);
  });
});

describe('the donation id of a row', () => {
  it('is a different UUID for each row of each import, and always the same', () => {
    // Many of these ids are created in the same millisecond.
    const imports = Array.from({ length: 200 }, () => newId());
    const rows = [1, 2, 255, 256, 1_000_000, 2 ** 32 - 1];
    const ids = imports.flatMap((importId) => rows.map((row) => rowDonationId(importId, row)));
    expect(ids.every((id) => validate(id))).toBe(true);
    expect(new Set(ids).size).toBe(ids.length);
    expect(imports.flatMap((importId) => rows.map((row) => rowDonationId(importId, row)))).toEqual(
      ids,
    );
  });
});
