import type { z } from 'zod';
import { createMember, type MemberImport } from '#libs/contracts';
import { CsvError, inspect, meaningOf, readRows, type Inspection } from '#libs/csv';
import { Refusal } from '#libs/workers';

const details = createMember.omit({ role: true });
export type MemberDetails = z.output<typeof details>;

/** More at once would keep everybody else of the church waiting. */
const maxRows = 2_000;

/**
 * The members whom a CSV file names: by email address, with first and last name or both in one column, and a phone.
 * Without an `encoding` the likely one is read, with a question where the file leaves it open. @throws Refusal
 */
export async function readMembers(
  bytes: Buffer,
  chosen?: Inspection['encoding'],
): Promise<{ people: MemberDetails[] } & Pick<MemberImport, 'errors' | 'question'>> {
  try {
    const { encoding, delimiter, headerRow, header, questions } = inspect(bytes, true, {
      encoding: chosen,
    });
    const question = questions.find(({ kind }) => kind === 'encoding');
    const fields = header.map((cell) => meaningOf(cell)?.field);
    const at = (field: 'email' | 'firstName' | 'lastName' | 'name' | 'phone') =>
      fields.includes(field) ? fields.indexOf(field) : undefined;
    const [email, firstName, lastName, name, phone] = [
      at('email'),
      at('firstName'),
      at('lastName'),
      at('name'),
      at('phone'),
    ];
    if (
      email === undefined ||
      (name === undefined && (firstName === undefined || lastName === undefined))
    ) {
      throw new Refusal(
        'The file needs the columns “First name”, “Last name” and “Email”; “Phone” may be there too.',
      );
    }
    const people = new Map<string, MemberDetails>();
    const errors: MemberImport['errors'] = [];
    for await (const rows of readRows(only(bytes), { encoding, delimiter, headerRow })) {
      for (const { row, cells } of rows) {
        const cell = (index: number | undefined) =>
          index === undefined ? '' : (cells[index] ?? '').trim();
        const names =
          firstName === undefined || lastName === undefined
            ? split(cell(name))
            : { firstName: cell(firstName), lastName: cell(lastName) };
        const read = details.safeParse({ ...names, email: cell(email), phone: cell(phone) });
        if (!read.success)
          errors.push({ row, message: `Row ${row}: ${read.error.issues[0]!.message}` });
        else if (people.has(read.data.email))
          errors.push({
            row,
            message: `Row ${row}: The email address ${read.data.email} stands in the file twice.`,
          });
        else people.set(read.data.email, read.data);
        if (people.size > maxRows)
          throw new Refusal(
            `Please import at most ${maxRows.toLocaleString('en-US')} people at once.`,
          );
      }
    }
    return { people: [...people.values()], errors, ...(question ? { question } : {}) };
  } catch (error) {
    throw error instanceof CsvError ? new Refusal(error.message) : error;
  }
}

/** "Hannah Maria Brooks": the last word is the last name. */
function split(name: string): { firstName: string; lastName: string } {
  const words = name.split(/\s+/);
  return { firstName: words.slice(0, -1).join(' '), lastName: words.at(-1)! };
}

async function* only(bytes: Buffer): AsyncGenerator<Uint8Array> {
  await Promise.resolve();
  yield bytes;
}
