import { describe, expect, it } from '@jest/globals';
import type { ImportMapping } from '#libs/contracts';
import { createReader, issueMessage, readRow } from '../index.js';
import { bankMapping, gift, readBankRow } from '../support.js';

/** Returns the message about the first problem of row 7. */
function message({ says }: ReturnType<typeof readRow>): string {
  return says.is === 'error' ? issueMessage(7, says.issues[0]!, String) : 'no message';
}

describe('an email address in a column of names', () => {
  const read = (name: string, email = '') => readBankRow(['4.1.2026', name, '5,00', 'GIRO', email]);

  it('is the email address of the giver instead of the name', () => {
    expect(read('hannah@x.test')).toMatchObject({ says: gift, draft: { email: 'hannah@x.test' } });
    expect(read('hannah@x.test').draft).not.toHaveProperty('name');
  });

  it('does not replace the address in the column of email addresses', () => {
    const { draft, values } = read('hannah@y.test', 'hannah@x.test');
    expect(draft).toMatchObject({ email: 'hannah@x.test' });
    expect(values).not.toHaveProperty('name');
  });

  it('is recognized only if the whole cell is an address', () => {
    expect(read('Hannah @ Brooks').draft).toMatchObject({ name: 'Hannah @ Brooks' });
  });
});

describe('a row without the empty cells at its end', () => {
  const { email: _email, ...columns } = bankMapping.columns;
  const read = (more: ImportMapping['columns'], ...cells: string[]) =>
    readRow(cells, createReader({ ...bankMapping, columns: { ...columns, ...more } }), {
      columns: 6,
      template: false,
    });
  const cells = ['4.1.2026', 'Ada Example', '5,00', 'GIRO'];

  it('is read if only notes and columns without a meaning are missing', () => {
    expect(read({ notes: 4 }, ...cells)).toMatchObject({ says: gift });
  });

  it('is an error if a column other than the notes is missing', () => {
    expect(message(read({ notes: 4, campaign: 5 }, ...cells))).toBe('Row 7: Column count mismatch');
    expect(message(read({ notes: 4 }, ...cells.slice(0, 3)))).toBe('Row 7: Column count mismatch');
  });
});
