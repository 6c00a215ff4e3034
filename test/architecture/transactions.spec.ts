import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';

/** A method whose route opens no transaction for it: it may open transactions itself. */
const hasOwnTransaction = (node: ts.Node): boolean =>
  ts.canHaveDecorators(node) &&
  (ts.getDecorators(node) ?? []).some((one) => one.expression.getText() === 'OwnTransaction()');

const isRoute = (node: ts.MethodDeclaration): boolean =>
  (ts.getDecorators(node) ?? []).some((one) => one.expression.getText().startsWith('Route('));

/** @returns `Class.method` of each route that opens the transaction of the user's church a second time */
function findReopenedTransactions(text: string): string[] {
  const source = ts.createSourceFile('a.ts', text, ts.ScriptTarget.Latest, true);
  return source.statements
    .filter(ts.isClassDeclaration)
    .filter((declaration) => !hasOwnTransaction(declaration))
    .flatMap((declaration) =>
      declaration.members
        .filter(ts.isMethodDeclaration)
        .filter((method) => isRoute(method) && !hasOwnTransaction(method))
        .filter((method) => /db\.tenant\(\s*(actor\.)?organizationId\b/.test(method.getText()))
        .map((method) => `${declaration.name?.text}.${method.name.getText()}`),
    );
}

function controllerFiles(): string[] {
  return readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.controller.ts'))
    .map((file) => `src/${file}`);
}

describe('the transaction of a request', () => {
  it('is a parameter of the controller method, which does not open it again', () => {
    const found = controllerFiles().flatMap((file) =>
      findReopenedTransactions(readFileSync(file, 'utf8')),
    );
    expect(found).toEqual([]);
  });

  it('is found where a method opens it again', () => {
    const text = `class Sermons {
      @Route(routes.sermons.list) list(actor) { return this.db.tenant(actor.organizationId, work); }
      @Route(routes.sermons.one) @OwnTransaction() one(actor) { return this.db.tenant(actor.organizationId, work); }
    }`;
    expect(findReopenedTransactions(text)).toEqual(['Sermons.list']);
  });
});
