import type { Tx } from './tx.js';
import { prepared } from './prepared.js';
import { uuid, type ParametersOf, type RowOf, type SqlType, type SqlTypes } from './sql-types.js';

/** The declaration of a statement in a file `*.sql.ts`. */
export interface StatementDeclaration<Parameters extends SqlTypes, Columns extends SqlTypes> {
  /** the types of the parameters, which the SQL names as `:name`; `:church` needs no declaration */
  parameters?: Parameters;
  /** the columns of the result in camelCase; the SQL names them in snake_case */
  columns?: Columns;
  sql: string;
  /**
   * Whether PostgreSQL parses the statement only once on each connection. For statements that run
   * often and whose best plan does not depend on the parameters.
   */
  isPrepared?: boolean;
}

type Arguments<Parameters> = keyof Parameters extends never ? [] : [parameters: Parameters];

/**
 * A SQL statement. A call runs it in a transaction and returns the rows. Its TypeScript types
 * follow from the declaration, which `test/database/statements.spec.ts` compares with PostgreSQL's
 * description of the statement.
 */
export interface Statement<Parameters, Row> {
  (tx: Tx, ...parameters: Arguments<Parameters>): Promise<Row[]>;
  /** Runs the statement, and returns how many rows it returned or, without a result, changed. */
  count(tx: Tx, ...parameters: Arguments<Parameters>): Promise<number>;
  /** Sends the statement without waiting for it (`Tx.send`). */
  send(tx: Tx, ...parameters: Arguments<Parameters>): void;
  /** The text with numbered parameters, as it is sent to PostgreSQL. */
  readonly text: string;
  /** The parameters in the order of their numbers. */
  readonly parameters: readonly (readonly [name: string, type: SqlType<unknown, never>])[];
  readonly columns: SqlTypes;
}

/** The parameter that needs no declaration: the church of the transaction. */
const church = 'church';

/** No parameters, or no columns. */
const nothing = {};

/**
 * Declares a statement.
 * @throws Error if the SQL names a parameter that is not declared, or does not name one that is
 */
export function statement<
  const Parameters extends SqlTypes = typeof nothing,
  const Columns extends SqlTypes = typeof nothing,
>(
  declaration: StatementDeclaration<Parameters, Columns>,
): Statement<ParametersOf<Parameters>, RowOf<Columns>> {
  type Given = ParametersOf<Parameters>;
  type Row = RowOf<Columns>;
  const { text, names } = numberParameters(declaration.sql);
  const declared: SqlTypes = { ...declaration.parameters, [church]: uuid };
  assertSameNames(text, names, Object.keys(declaration.parameters ?? nothing), declared);
  if (declaration.isPrepared) prepared(text);

  const encoders = names.map((name) => declared[name]!.encode as Encode | undefined);
  const toValues = (tx: Tx, parameters: Readonly<Record<string, unknown>> = {}): unknown[] =>
    names.map((name, index) => {
      const value = name === church ? tx.organizationId : parameters[name];
      const encode = encoders[index];
      return encode ? encode(value) : value;
    });
  const run = async (tx: Tx, parameters?: Given): Promise<Row[]> => {
    const { columns, rows } = await tx.execute(text, toValues(tx, parameters));
    return toRows(columns, rows) as Row[];
  };
  const count = async (tx: Tx, parameters?: Given) =>
    (await tx.execute(text, toValues(tx, parameters))).count;
  const send = (tx: Tx, parameters?: Given) => tx.send(text, toValues(tx, parameters));
  return Object.assign(run, {
    count,
    send,
    text,
    parameters: names.map((name) => [name, declared[name]!] as const),
    columns: declaration.columns ?? nothing,
  });
}

type Encode = (value: unknown) => unknown;

/** Matches parameters, and strings, comments and casts, in which a colon starts no parameter. */
const tokens = /'(?:[^']|'')*'|--[^\n]*|::|:([a-z]\w*)/g;

/** Replaces each `:name` by `$1`, `$2` and so on, in the order in which the names first occur. */
function numberParameters(sql: string): { text: string; names: string[] } {
  const names: string[] = [];
  const text = sql.replaceAll(tokens, (token, name: string | undefined) => {
    if (name === undefined) return token;
    if (!names.includes(name)) names.push(name);
    return `$${names.indexOf(name) + 1}`;
  });
  return { text, names };
}

function assertSameNames(
  text: string,
  names: readonly string[],
  declared: readonly string[],
  types: SqlTypes,
): void {
  const unknownNames = names.filter((name) => !Object.hasOwn(types, name));
  const unused = declared.filter((name) => !names.includes(name));
  if (unknownNames.length > 0)
    throw new Error(`Parameters without a type: ${unknownNames.join(', ')} in ${text}`);
  if (unused.length > 0)
    throw new Error(`Parameters that are not used: ${unused.join(', ')} in ${text}`);
}

/** Returns the name of a column in TypeScript: `firstName` for `first_name`. */
export const toCamelCase = (name: string): string =>
  name.replaceAll(/_([a-z\d])/g, (_, next: string) => next.toUpperCase());

function toRows(columns: readonly string[], rows: readonly unknown[][]): unknown[] {
  const names = columns.map(toCamelCase);
  return rows.map((values) => {
    const row: Record<string, unknown> = {};
    for (let index = 0; index < names.length; index++) row[names[index]!] = values[index];
    return row;
  });
}
