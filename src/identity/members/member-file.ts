import addressparser from 'nodemailer/lib/addressparser';
import type { z } from 'zod';
import { createMember, invalidPhone, type MemberImport } from '#libs/contracts';
import { cellText, CsvError, inspect, meaningOf, readRows, type Inspection } from '#libs/csv';
import { readPhone } from '#libs/phone';
import { Refusal } from '#libs/workers';

const details = createMember.omit({ role: true });
export type MemberDetails = z.output<typeof details>;

/** A larger import would keep other requests of the church waiting for too long. */
const maxRows = 2_000;

/** The people in a file, and an error for each skipped row. */
export interface MemberFileReading extends Pick<MemberImport, 'errors' | 'question'> {
  people: MemberDetails[];
}

/**
 * Reads the people in a CSV file: email address, name in one or two columns, and phone number. The
 * cell of the address may also contain the name: `Hannah Brooks <hannah@example.org>`. Rows with an
 * error are skipped.
 * @param chosenEncoding the encoding; without it the likely encoding is used, and the result
 *   contains a question if it is ambiguous
 * @throws Refusal for a file that cannot be read as a list of people
 */
export async function readMembers(
  bytes: Buffer,
  chosenEncoding?: Inspection['encoding'],
): Promise<MemberFileReading> {
  try {
    const { encoding, delimiter, headerRow, header, questions } = inspect(bytes, true, {
      encoding: chosenEncoding,
    });
    const question = questions.find(({ kind }) => kind === 'encoding');
    const columns = columnsOf(header);
    if (columns.email === undefined) throw new Refusal(columnsNeeded);
    const list = new PeopleList();
    for await (const rows of readRows(singleChunk(bytes), { encoding, delimiter, headerRow })) {
      for (const { row, cells } of rows) list.add(row, textsOf(cells, columns));
    }
    if (!columns.hasNames && !list.hasNames) throw new Refusal(columnsNeeded);
    return { people: list.people, errors: list.errors, ...(question ? { question } : {}) };
  } catch (error) {
    throw error instanceof CsvError ? new Refusal(error.message) : error;
  }
}

const columnsNeeded =
  'The file needs the columns “First name”, “Last name” and “Email”; “Phone” may be there too.';

const readFields = ['email', 'firstName', 'lastName', 'name', 'phone'] as const;
type Columns = Partial<Record<(typeof readFields)[number], number>> & { hasNames: boolean };
type Texts = Record<(typeof readFields)[number], string>;

function columnsOf(header: readonly string[]): Columns {
  const fields = header.map((cell) => meaningOf(cell)?.field);
  const columns: Columns = { hasNames: false };
  for (const field of readFields)
    if (fields.includes(field)) columns[field] = fields.indexOf(field);
  const hasBoth = columns.firstName !== undefined && columns.lastName !== undefined;
  columns.hasNames = hasBoth || columns.name !== undefined;
  return columns;
}

function textsOf(cells: readonly string[], columns: Columns): Texts {
  const text = (field: (typeof readFields)[number]) => cellText(cells, columns[field]);
  return {
    email: text('email'),
    firstName: text('firstName'),
    lastName: text('lastName'),
    name: text('name'),
    phone: text('phone'),
  };
}

/** The people of the rows that can be read, and an error for each other row. */
class PeopleList {
  readonly errors: MemberImport['errors'] = [];
  /** whether the cell of an address also contained a name */
  hasNames = false;
  /** people with their row numbers, by email address */
  readonly #found = new Map<string, { person: MemberDetails; row: number }>();

  get people(): MemberDetails[] {
    return [...this.#found.values()].map(({ person }) => person);
  }

  /** @throws Refusal for more people than one file may have */
  add(row: number, texts: Texts): void {
    const { email, name } = addressIn(texts.email);
    if (name) this.hasNames = true;
    const read = details.safeParse({ ...namesIn(texts, name), email, phone: texts.phone });
    if (!read.success) {
      this.#refuse(row, wrongField(texts, read.error.issues[0]!));
      return;
    }
    const phone = read.data.phone ? readPhone(read.data.phone) : null;
    if (read.data.phone && phone === null) {
      this.#refuse(row, wrongPhone(texts.phone));
      return;
    }
    const earlier = this.#found.get(read.data.email);
    if (earlier) {
      this.#refuse(
        row,
        `The email address ${read.data.email} is in row ${earlier.row} already. ` +
          'Each person needs an address of their own: change it, or delete this row.',
      );
      return;
    }
    this.#found.set(read.data.email, { person: { ...read.data, phone }, row });
    if (this.#found.size > maxRows)
      throw new Refusal(`Please import at most ${maxRows.toLocaleString('en-US')} people at once.`);
  }

  #refuse(row: number, message: string): void {
    this.errors.push({ row, message: `Row ${row}: ${message}` });
  }
}

function wrongField(texts: Texts, { path, message }: { path: PropertyKey[]; message: string }) {
  if (path[0] === 'phone') return wrongPhone(texts.phone);
  if (path[0] === 'email' && texts.email !== '') return `${message}: “${shortened(texts.email)}”`;
  return message;
}

const wrongPhone = (typed: string) =>
  `${invalidPhone}, or leave the cell empty. It says “${shortened(typed)}”.`;

const shortened = (text: string) => (text.length <= 60 ? text : `${text.slice(0, 59)}…`);

/**
 * Splits `Hannah Brooks <hannah@example.org>` into name and address. Other texts are returned as
 * the address.
 */
function addressIn(cell: string): { email: string; name: string } {
  if (!/<[^<>]*>$/.test(cell)) return { email: cell, name: '' };
  const addresses = addressparser(cell, { flatten: true });
  const [first] = addresses;
  return addresses.length === 1 && first?.address
    ? { email: first.address, name: first.name }
    : { email: cell, name: '' };
}

/** Returns the names of the name columns, or the name in the cell of the address. */
function namesIn(
  { firstName, lastName, name }: Texts,
  nameWithAddress: string,
): { firstName: string; lastName: string } {
  if (firstName !== '' || lastName !== '') return { firstName, lastName };
  return splitName(name || nameWithAddress);
}

/**
 * Splits "Hannah Maria Brooks" or "Brooks, Hannah Maria". The last name is the last word or the
 * part before the comma.
 */
function splitName(name: string): { firstName: string; lastName: string } {
  const parts = name.split(',').map((part) => part.trim());
  if (parts.length === 2 && parts[0] && parts[1])
    return { firstName: parts[1], lastName: parts[0] };
  const words = name.split(/\s+/);
  return { firstName: words.slice(0, -1).join(' '), lastName: words.at(-1)! };
}

async function* singleChunk(bytes: Buffer): AsyncGenerator<Uint8Array> {
  await Promise.resolve();
  yield bytes;
}
