import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import type { Statement, t } from '#libs/database';

type AnyStatement = Pick<Statement<never, unknown>, 'text' | 'parameters' | 'columns'>;

/** PostgreSQL's description of a statement. */
export interface Description {
  /** the names of the types of `$1`, `$2`, … */
  parameters: string[];
  columns: { name: string; type: string; isNullableColumn: boolean }[];
}

const root = path.resolve(import.meta.dirname, '../../..');

/** @returns the paths of all files with SQL, from the root of the repository */
export const findSqlFiles = (): string[] =>
  ['src', 'libs'].flatMap((folder) =>
    fs.globSync(`${folder}/**/*.sql.ts`, { cwd: root }).map((file) => file.replaceAll('\\', '/')),
  );

/**
 * Loads the statements that a file exports: alone, or as values of an object.
 * @returns by their names
 * @throws Error if the file exports anything else than statements, texts, types of columns, and
 *   functions that compose a text, so that nothing is overlooked
 */
export async function loadStatements(file: string): Promise<Map<string, AnyStatement>> {
  const built = path.join(root, 'dist', file.replace(/\.ts$/, '.js'));
  const exported = (await import(pathToFileURL(built).href)) as Record<string, unknown>;
  const statements = new Map<string, AnyStatement>();
  const collect = (name: string, value: unknown) => {
    if (isStatement(value)) statements.set(name, value);
    else if (isSqlType(value)) return;
    else if (isPlainObject(value))
      for (const [key, inner] of Object.entries(value)) collect(`${name}.${key}`, inner);
    else if (typeof value !== 'string' && !isSqlFunction(name, value))
      throw new Error(`${file} exports ${name}`);
  };
  for (const [name, value] of Object.entries(exported)) collect(name, value);
  return statements;
}

/** Functions whose names end in `Sql` compose a text that statements contain. */
const isSqlFunction = (name: string, value: unknown): boolean =>
  typeof value === 'function' && name.endsWith('Sql');

const isSqlType = (value: unknown): boolean =>
  isPlainObject(value) && 'name' in value && 'isNullable' in value;

const isPlainObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

const isStatement = (value: unknown): value is AnyStatement =>
  typeof value === 'function' && 'text' in value && 'columns' in value && 'parameters' in value;

interface TypeOfRow {
  oid: number;
  name: string;
}
interface NullableColumn {
  table: number;
  column: number;
}

/** Asks PostgreSQL for the parameters and columns of statements without running them. */
export class Describer {
  readonly #client: pg.Client;
  readonly #typeNames: ReadonlyMap<number, string>;
  readonly #nullableColumns: ReadonlySet<string>;

  private constructor(
    client: pg.Client,
    typeNames: ReadonlyMap<number, string>,
    nullableColumns: ReadonlySet<string>,
  ) {
    this.#client = client;
    this.#typeNames = typeNames;
    this.#nullableColumns = nullableColumns;
  }

  static async connect(url: string): Promise<Describer> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const types = await client.query<TypeOfRow>(
      'select oid::int, format_type(oid, null) as name from pg_type',
    );
    const nullable = await client.query<NullableColumn>(
      `select attrelid::int as table, attnum as column
         from pg_attribute
         join pg_class c on c.oid = attrelid and c.relkind = 'r'
        where attnum > 0 and not attnotnull and not attisdropped`,
    );
    return new Describer(
      client,
      new Map(types.rows.map(({ oid, name }) => [oid, name])),
      new Set(nullable.rows.map(({ table, column }) => `${table}.${column}`)),
    );
  }

  /** @throws pg.DatabaseError if PostgreSQL does not accept the statement */
  async describe(text: string): Promise<Description> {
    const { parameters, fields } = await describeOnWire(this.#client, text);
    return {
      parameters: parameters.map((oid) => this.#typeNames.get(oid)!),
      columns: fields.map(({ name, dataTypeID, tableID, columnID }) => ({
        name,
        type: this.#typeNames.get(dataTypeID)!,
        isNullableColumn: this.#nullableColumns.has(`${tableID}.${columnID}`),
      })),
    };
  }

  close(): Promise<void> {
    return this.#client.end();
  }
}

interface Answer {
  parameters: number[];
  fields: pg.FieldDef[];
}

/** The part of a client's connection that a description needs. */
interface Wire {
  parse(query: { text: string; name: string; types: number[] }): void;
  describe(message: { type: 'S'; name: string }): void;
  sync(): void;
  once(event: 'parameterDescription', listener: (message: ParameterDescription) => void): void;
}
interface ParameterDescription {
  dataTypeIDs: number[];
}

/** Parses a statement and asks for its description, as the driver does for a prepared statement. */
const describeOnWire = (client: pg.Client, text: string): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const answer: Answer = { parameters: [], fields: [] };
    const submitted = {
      submit(wire: Wire) {
        wire.once('parameterDescription', ({ dataTypeIDs }) => (answer.parameters = dataTypeIDs));
        wire.parse({ text, name: '', types: [] });
        wire.describe({ type: 'S', name: '' });
        wire.sync();
      },
      handleRowDescription: ({ fields }: { fields: pg.FieldDef[] }) => (answer.fields = fields),
      handleError: reject,
      handleReadyForQuery: () => resolve(answer),
    };
    client.query(submitted as unknown as pg.Submittable);
  });

/** Compares a statement with its description. @returns a sentence for each difference */
export function compareStatement(statement: AnyStatement, described: Description): string[] {
  const differences: string[] = [];
  for (const [index, [name, type]] of statement.parameters.entries()) {
    const actual = described.parameters[index];
    if (actual !== type.name)
      differences.push(`:${name} is declared as ${type.name}, but PostgreSQL says ${actual}`);
  }
  const columns = new Map(described.columns.map((column) => [toCamelCase(column.name), column]));
  if (columns.size < described.columns.length) differences.push('two columns have the same name');
  for (const [name, column] of columns) {
    const declared = statement.columns[name];
    if (!declared) differences.push(`the column ${name} is not declared`);
    else differences.push(...compareColumn(name, declared, column));
  }
  for (const name of Object.keys(statement.columns))
    if (!columns.has(name)) differences.push(`the column ${name} is declared, but not returned`);
  return differences;
}

function compareColumn(
  name: string,
  declared: t.SqlType<unknown, never>,
  column: Description['columns'][number],
): string[] {
  if (column.type !== declared.name)
    return [
      `the column ${name} is declared as ${declared.name}, but PostgreSQL says ${column.type}`,
    ];
  if (column.isNullableColumn && !declared.isNullable && !declared.isPresent)
    return [`the column ${name} may be null`];
  return [];
}

const toCamelCase = (name: string): string =>
  name.replaceAll(/_([a-z\d])/g, (_, next: string) => next.toUpperCase());
