import path from 'node:path';
import ts from 'typescript';
import { tablesWrittenIn } from './table-names.js';

/** Sources by path from the root, with forward slashes. */
type Sources = ReadonlyMap<string, string>;

/** A name at the top level of a file. */
interface Declared {
  file: string;
  name: string;
}

interface FileNames {
  /** The declarations at the top level, by name. */
  declarations: ReadonlyMap<string, ts.Node>;
  /** The declarations of other files that this file imports or exports again, by the name here. */
  imports: ReadonlyMap<string, Declared>;
}

const contexts = ['identity', 'tenancy', 'content', 'support', 'giving', 'live'];
const contextOf = (file: string) => contexts.find((context) => file.startsWith(`src/${context}/`));

/** The calls with which MikroORM stores changes and a request is recorded in the audit log. */
const storesChanges =
  /\.(?:em\.(?:flush|persist|remove|insert|nativeInsert|nativeUpdate|nativeDelete|upsert))\b|\baudit\(/;

/**
 * Finds the functions of a context that another context calls and that change data. Changes in
 * another context must be commands. Classes are left out: commands and Nest modules are classes,
 * and a module exports its other classes on purpose. What a function does with an object that it
 * receives as an argument is not seen.
 * @returns a sentence for each such function
 */
export function findCrossContextWrites(sources: Sources): string[] {
  const names = new Map<string, FileNames>();
  const namesOf = (file: string): FileNames => {
    const fileNames = names.get(file) ?? readNames(file, sources);
    names.set(file, fileNames);
    return fileNames;
  };

  const origin = ({ file, name }: Declared): Declared => {
    const imported = sources.has(file) ? namesOf(file).imports.get(name) : undefined;
    return imported ? origin(imported) : { file, name };
  };

  const results = new Map<string, boolean>();
  const writes = (importedName: Declared): boolean => {
    const { file, name } = origin(importedName);
    const key = `${file} ${name}`;
    const earlier = results.get(key);
    if (earlier !== undefined) return earlier;
    results.set(key, false); // It prevents an endless recursion of functions that call each other.
    const node = sources.has(file) ? namesOf(file).declarations.get(name) : undefined;
    const result = node !== undefined && nodeWrites(file, node);
    results.set(key, result);
    return result;
  };

  const nodeWrites = (file: string, node: ts.Node): boolean => {
    const text = node.getText();
    if (storesChanges.test(text) || tablesWrittenIn(file, text).length > 0) return true;
    const { declarations, imports } = namesOf(file);
    return identifiersIn(node)
      .filter((name) => declarations.has(name) || imports.has(name))
      .some((name) => declarations.get(name) !== node && writes({ file, name }));
  };

  const problems = new Set<string>();
  for (const [file] of sources) {
    const context = contextOf(file);
    if (!context || file.endsWith('.spec.ts')) continue;
    for (const [, importedName] of namesOf(file).imports) {
      const { file: owner, name } = origin(importedName);
      const other = contextOf(owner);
      if (!other || other === context || !sources.has(owner)) continue;
      const node = namesOf(owner).declarations.get(name);
      if (node && !ts.isClassDeclaration(node) && writes({ file: owner, name }))
        problems.add(`${file} calls ${name} of ${owner}, which changes data: make it a command`);
    }
  }
  return [...problems];
}

function readNames(file: string, sources: Sources): FileNames {
  const source = ts.createSourceFile(file, sources.get(file)!, ts.ScriptTarget.Latest, true);
  const declarations = new Map<string, ts.Node>();
  const imports = new Map<string, Declared>();
  for (const statement of source.statements) {
    if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) {
      if (statement.name) declarations.set(statement.name.text, statement);
    } else if (ts.isVariableStatement(statement)) {
      for (const declaration of statement.declarationList.declarations)
        if (ts.isIdentifier(declaration.name)) declarations.set(declaration.name.text, declaration);
    } else if (ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement)) {
      const target = targetOf(file, statement.moduleSpecifier, sources);
      if (target === null) continue;
      for (const [localName, exportedName] of namesIn(statement))
        imports.set(localName, { file: target, name: exportedName });
    }
  }
  return { declarations, imports };
}

/**
 * The names that an import or export brings into a file, with their names in the other file. Types
 * change no data.
 */
function namesIn(statement: ts.ImportDeclaration | ts.ExportDeclaration): [string, string][] {
  const elements = ts.isImportDeclaration(statement)
    ? statement.importClause?.namedBindings
    : statement.exportClause;
  if (!elements || !('elements' in elements)) return [];
  return [...elements.elements]
    .filter(({ isTypeOnly }) => !isTypeOnly)
    .map(({ name, propertyName }) => [name.text, (propertyName ?? name).text]);
}

function targetOf(
  file: string,
  specifier: ts.Expression | undefined,
  sources: Sources,
): string | null {
  if (!specifier || !ts.isStringLiteral(specifier)) return null;
  if (!specifier.text.startsWith('.')) return null;
  const target = path.posix.join(path.posix.dirname(file), specifier.text).replace(/\.js$/, '.ts');
  return sources.has(target) ? target : null;
}

function identifiersIn(node: ts.Node): string[] {
  const names = new Set<string>();
  const visit = (child: ts.Node): void => {
    if (ts.isIdentifier(child)) names.add(child.text);
    ts.forEachChild(child, visit);
  };
  visit(node);
  return [...names];
}
