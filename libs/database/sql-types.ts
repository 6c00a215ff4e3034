/**
 * A type of PostgreSQL in the declaration of a statement, with two TypeScript types: of a value in
 * a row, and of a parameter.
 */
export interface SqlType<InRow, AsParameter = InRow> {
  /** the name of the type as PostgreSQL's `format_type` writes it */
  readonly name: string;
  readonly isNullable: boolean;
  /** whether a column of the result may come from a nullable column of a table (see `present`) */
  readonly isPresent?: boolean;
  /** converts a parameter for the driver; absent if the driver needs no conversion */
  readonly encode?: (value: AsParameter) => unknown;
  /** only for the TypeScript types; never set */
  readonly types?: (parameter: AsParameter) => InRow;
}

/** The declared types of parameters or columns by their names. */
export type SqlTypes = Readonly<Record<string, SqlType<unknown, never>>>;

/** The TypeScript type of a row whose columns are declared as `Columns`. */
export type RowOf<Columns extends SqlTypes> = {
  -readonly [Name in keyof Columns]: Columns[Name] extends SqlType<infer InRow, never>
    ? InRow
    : never;
};

/** The TypeScript type of the parameters that are declared as `Parameters`. */
export type ParametersOf<Parameters extends SqlTypes> = {
  readonly [Name in keyof Parameters]: Parameters[Name] extends SqlType<unknown, infer AsParameter>
    ? AsParameter
    : never;
};

const type = <InRow, AsParameter = InRow>(name: string): SqlType<InRow, AsParameter> => ({
  name,
  isNullable: false,
});

export const uuid = type<string>('uuid');
export const text = type<string>('text');
export const boolean = type<boolean>('boolean');
export const smallint = type<number>('smallint');
export const integer = type<number>('integer');
/** A whole number of 64 bits; also the number of rows after `limit`. */
export const bigint = type<bigint, bigint | number>('bigint');
export const double = type<number>('double precision');
/** A decimal number as text, so that no digit is lost. */
export const numeric = type<string, string | number>('numeric');
/** A calendar date as text, `YYYY-MM-DD`. */
export const date = type<string>('date');
/** The local time of a church as text, `YYYY-MM-DDTHH:MM:SS`. */
export const timestamp = type<string>('timestamp without time zone');
/** An instant. */
export const timestamptz = type<Date, Date | string>('timestamp with time zone');
export const bytea = type<Buffer, Uint8Array>('bytea');

/** The result of a function that returns nothing. */
export const nothing = type<unknown>('void');

/** Text with values of a TypeScript type. The values are not checked. */
export const textOf = <Value extends string>(): SqlType<Value> => type<Value>('text');

/** A JSON document. A parameter is serialized. */
export const jsonb = <Value>(): SqlType<Value> => ({
  ...type<Value>('jsonb'),
  encode: (value) => JSON.stringify(value),
});

/** A JSON document that keeps its text. A parameter is serialized. */
export const json = <Value>(): SqlType<Value> => ({
  ...type<Value>('json'),
  encode: (value) => JSON.stringify(value),
});

export const array = <InRow, AsParameter>({
  name,
}: SqlType<InRow, AsParameter>): SqlType<InRow[], readonly AsParameter[]> => type(`${name}[]`);

/** A column or parameter that may be null. */
export const nullable = <InRow, AsParameter>({
  name,
  encode,
}: SqlType<InRow, AsParameter>): SqlType<InRow | null, AsParameter | null> => ({
  name,
  isNullable: true,
  encode: encode && ((value) => (value === null ? null : encode(value))),
});

/**
 * A column of the result that is never null, although its table allows null: the statement excludes
 * such rows.
 */
export const present = <InRow, AsParameter>(
  declared: SqlType<InRow, AsParameter>,
): SqlType<InRow, AsParameter> => ({ ...declared, isPresent: true });

/** A parameter from a cursor, whose value `readCursor` has checked; null without a cursor. */
export const fromCursor = ({ name }: SqlType<unknown, never>): SqlType<unknown> => ({
  ...type<unknown>(name),
  isNullable: true,
});
