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
  it('is committed once', () => {
    given(importDecider, []).when(commit).then([committed]);
    given(importDecider, [committed])
      .when(commit)
      .refused('conflict', 'This import is already committed.');
    given(importDecider, [committed, undone]).when(commit).refused('conflict');
  });

  it('with nothing new in it is refused', () => {
    given(importDecider, [])
      .when({ ...commit, donations: 0 })
      .refused('invalid', 'There is nothing to import: no row of this file is new.');
  });

  it('may do nothing but change gifts that are there', () => {
    given(importDecider, [])
      .when({ ...commit, donations: 0, amount: 0, changes: 1 })
      .then([
        { type: 'DonationImportCommitted', data: { importId: 'i', donations: 0, amount: 0 } },
      ]);
  });

  it('is undone once, and only when it was committed', () => {
    given(importDecider, [committed]).when(undo).then([undone]);
    given(importDecider, [committed, undone])
      .when(undo)
      .refused('conflict', 'This import is already undone.');
    given(importDecider, []).when(undo).refused('conflict', 'This import is not committed.');
  });

  it('whose donations were all voided by hand can still be undone', () => {
    given(importDecider, [committed])
      .when({ ...undo, donations: 0, amount: 0 })
      .then([{ type: 'DonationImportUndone', data: { importId: 'i', donations: 0, amount: 0 } }]);
  });
});

describe('the donation id of a row', () => {
  it('is a UUID of its own for each row of each import, and the same each time', () => {
    // many of them made in one millisecond
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
