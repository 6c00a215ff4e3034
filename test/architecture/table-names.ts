import ts from 'typescript';
import { tableOwners } from './table-owners.js';

/** The last answer for each file, because the tests of the rules read all files many times. */
const known = new Map<string, { text: string; tables: string[] }>();

/**
 * Finds the tables that a source file names.
 *
 * The function looks at strings and template literals, and parses no SQL. Three kinds of text name a table:
 * - SQL in which the name follows `from`, `join`, `into`, `update`, `references`, `table` or a comma of a `from` list;
 * - the argument of a Kysely method such as `selectFrom('donation as d')`, and the `tableName` of an entity;
 * - a string or a key of an object that is exactly the name of a table and contains an underscore, because lists of names
 *   become SQL later.
 *
 * @param file the path, which decides between TypeScript and TSX
 * @param text the source text
 * @returns each named table once, in alphabetical order
 */
export function tablesNamedIn(file: string, text: string): string[] {
  const cached = known.get(file);
  if (cached?.text === text) return cached.tables;
  const tables = findTables(file, text);
  known.set(file, { text, tables });
  return tables;
}

function findTables(file: string, text: string): string[] {
  const found = new Set<string>();
  const add = (name: string) => {
    if (Object.hasOwn(tableOwners, name)) found.add(name);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) {
      for (const name of tablesOfSql(literalText(node))) add(name);
    }
    if (ts.isStringLiteralLike(node)) {
      if (node.text.includes('_') || isMapping(node)) add(node.text.split(/\s+as\s+/)[0]!);
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
  return [...found].sort();
}

/** @returns the text of a literal, with `?` in place of each expression of a template */
const literalText = (node: ts.StringLiteralLike | ts.TemplateExpression): string =>
  ts.isTemplateExpression(node)
    ? [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join(' ? ')
    : node.text;

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
