import ts from 'typescript';
import { tableOwners } from './table-owners.js';

/** The cached tables of each file, because the tests of the rules read all files many times. */
const tablesByFile = new Map<string, { text: string; tables: string[] }>();

/**
 * Finds the tables that a source file names.
 *
 * The function looks at strings and template literals, and parses no SQL. Three kinds of text name
 * a table:
 * - SQL in which the name follows `from`, `join`, `into`, `update`, `references`, `table` or a
 *   comma of a `from` list;
 * - the argument of a Kysely method such as `selectFrom('donation as d')`, and the `tableName` of
 *   an entity;
 * - a string or a key of an object that is exactly the name of a table and contains an
 *   underscore, because lists of names become SQL later.
 *
 * @param file the path, which decides between TypeScript and TSX
 * @param text the source text
 * @returns each named table once, in alphabetical order
 */
export function tablesNamedIn(file: string, text: string): string[] {
  const cached = tablesByFile.get(file);
  if (cached?.text === text) return cached.tables;
  const tables = findTables(file, text);
  tablesByFile.set(file, { text, tables });
  return tables;
}

function findTables(file: string, text: string): string[] {
  const tables = new Set<string>();
  const add = (name: string) => {
    if (Object.hasOwn(tableOwners, name)) tables.add(name);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) {
      for (const name of tablesOfSql(literalText(node))) add(name);
    }
    if (ts.isStringLiteralLike(node)) {
      if (node.text.includes('_') || isMapping(node))
        add(toSnakeCase(node.text.split(/\s+as\s+/)[0]!));
    }
    if (
      ts.isPropertyAssignment(node) &&
      ts.isIdentifier(node.name) &&
      node.name.text.includes('_')
    ) {
      add(node.name.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  return [...tables].sort();
}

const beginsLikeSql =
  /^\s*(?:select\s|insert into\s|update \w+ set\s|delete from\s|with \w+ as\s|lock table\s|set local\s|copy \w+ )/;

/** The cached result of `containsSql` for each file. */
const sqlByFile = new Map<string, { text: string; hasSql: boolean }>();

/**
 * Whether a source file contains a statement of SQL, or the beginning of one, in a string or
 * template literal.
 */
export function containsSql(file: string, text: string): boolean {
  const cached = sqlByFile.get(file);
  if (cached?.text === text) return cached.hasSql;
  const hasSql = findSql(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  sqlByFile.set(file, { text, hasSql });
  return hasSql;
}

function findSql(node: ts.Node): boolean {
  if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) {
    const text = toLowerKeywords(literalText(node));
    if (looksLikeSql.test(text) || beginsLikeSql.test(text)) return true;
  }
  return ts.forEachChild(node, (child) => findSql(child) || undefined) ?? false;
}

const writes = /\b(?:insert into|update|delete from)\s+(\w+)/g;

/** Finds the tables that SQL of a source file writes. @returns each table once */
export function tablesWrittenIn(file: string, text: string): string[] {
  const tables = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node))
      for (const [, name] of toLowerKeywords(literalText(node)).matchAll(writes))
        if (Object.hasOwn(tableOwners, name!)) tables.add(name!);
    ts.forEachChild(node, visit);
  };
  if (containsSql(file, text)) visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  return [...tables];
}

const entityTable = /\bdefineEntity\(\{[^{]*?\btableName:\s*'(\w+)'/g;

/** Finds the tables that a source file maps to entities. */
export const tablesOfEntitiesIn = (text: string): string[] =>
  [...text.matchAll(entityTable)].map(([, table]) => table!);

/** @returns the text of a literal, with `?` in place of each expression of a template */
const literalText = (node: ts.StringLiteralLike | ts.TemplateExpression): string =>
  ts.isTemplateExpression(node)
    ? [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join(' ? ')
    : node.text;

/** Converts the name of a table in typed queries: `churchEvent` becomes `church_event`. */
const toSnakeCase = (name: string) =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const mappingMethod =
  /^(?:selectFrom|insertInto|updateTable|deleteFrom|replaceInto|mergeInto|table|using|\w*[jJ]oin)$/;

/** Whether a string is the table of a Kysely method or of an entity. */
const isMapping = ({ parent }: ts.StringLiteralLike): boolean => {
  if (ts.isPropertyAssignment(parent)) return parent.name.getText() === 'tableName';
  if (!ts.isCallExpression(parent)) return false;
  const called = parent.expression;
  return ts.isPropertyAccessExpression(called) && mappingMethod.test(called.name.text);
};

/** Words that occur in a statement or a fragment of SQL, and hardly ever in a sentence. */
const looksLikeSql =
  /\bselect\b.*\bfrom\b|\binsert into\b|\bupdate\s+\w+\s+(?:\w+\s+)?set\b|\bdelete from\b|\bjoin\s+\w+(?:\s+as)?(?:\s+\w+)?\s+(?:on|using)\b|\bfrom\s+\w+(?:\s+\w+)?\s+where\b|^\s*(?:from|join)\s|\breferences\s+\w+\b|\btruncate\b|\block table\b|\bcopy\s+\w+\s+(?:from|to)\b|\balter table\b/s;
const toLowerKeywords = (text: string) =>
  text.replace(/\b[A-Z]{2,}\b/g, (word) => word.toLowerCase());

const afterKeyword =
  /\b(?:from|join|into|update|references|table|truncate|using|only|lateral|copy)\s+(?:only\s+)?(?:public\.)?"?(\w+)"?/gis;
/** The tables after the first one of `from donation d, pledge as p`. */
const afterComma = /\bfrom\s+\w+(?:\s+(?:as\s+)?\w+)?((?:\s*,\s*\w+(?:\s+(?:as\s+)?\w+)?)+)/gis;

function tablesOfSql(text: string): string[] {
  const lower = toLowerKeywords(text);
  if (!looksLikeSql.test(lower)) return [];
  const sql = lower.replace(/--.*$/gm, '').replace(/'(?:[^']|'')*'/g, `''`);
  const direct = [...sql.matchAll(afterKeyword)].map((match) => match[1]!);
  const listed = [...sql.matchAll(afterComma)].flatMap((match) =>
    match[1]!.split(',').map((item) => item.trim().split(/\s+/)[0]!),
  );
  return [...direct, ...listed];
}
