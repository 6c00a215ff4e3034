import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import { routes } from '#libs/contracts/routes';

interface Handler {
  /** `Class.method` */
  name: string;
  text: string;
  hasOwnTransaction: boolean;
  /**
   * the route is for users with a permission, who all have a church; visitors and super
   * administrators may have none
   */
  needsPermission: boolean;
}

const decoratorsOf = (node: ts.Node): string[] =>
  (ts.canHaveDecorators(node) ? (ts.getDecorators(node) ?? []) : []).map((decorator) =>
    decorator.expression.getText(),
  );

function needsPermission(decorators: string[]): boolean {
  const [, group, name] = /Route\(routes\.(\w+)\.(\w+)\)/.exec(decorators.join(' ')) ?? [];
  const groups = routes as unknown as Record<string, Record<string, { access: string }>>;
  const access = groups[group!]?.[name!]?.access;
  return access !== undefined && access !== 'public' && access !== 'signed in';
}

function findHandlers(text: string): Handler[] {
  const source = ts.createSourceFile('a.ts', text, ts.ScriptTarget.Latest, true);
  return source.statements.filter(ts.isClassDeclaration).flatMap((declaration) =>
    declaration.members.filter(ts.isMethodDeclaration).map((method) => {
      const decorators = [...decoratorsOf(declaration), ...decoratorsOf(method)];
      return {
        name: `${declaration.name?.text}.${method.name.getText()}`,
        text: method.getText(),
        hasOwnTransaction: decorators.includes('OwnTransaction()'),
        needsPermission: needsPermission(decorators),
      };
    }),
  );
}

const opensAgain = (handler: Handler): boolean =>
  handler.needsPermission &&
  !handler.hasOwnTransaction &&
  /db\.tenant\(\s*(actor\.)?organizationId\b/.test(handler.text);

const mayLackTransaction = (handler: Handler): boolean =>
  handler.text.includes('@ChurchTransaction()') &&
  (handler.hasOwnTransaction || !handler.needsPermission);

const namesOf = (handlers: Handler[]): string[] => handlers.map(({ name }) => name);

const written = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.controller.ts'))
  .flatMap((file) => findHandlers(readFileSync(`src/${file}`, 'utf8')));

const tried = findHandlers(`class Sermons {
  @Route(routes.sermons.list) list(actor) { return this.db.tenant(actor.organizationId, work); }
  @Route(routes.sermons.one) @OwnTransaction() one(actor) {
    return this.db.tenant(actor.organizationId, work);
  }
  @Route(routes.sermons.add) add(@ChurchTransaction() tx) {}
  @Route(routes.sermons.replace) @OwnTransaction() replace(@ChurchTransaction() tx) {}
  @Route(routes.site.settings) settings(@ChurchTransaction() tx) {}
}`);

describe('the transaction of a request', () => {
  it('is not opened a second time by the controller method', () => {
    expect(namesOf(written.filter(opensAgain))).toEqual([]);
  });

  it('is no parameter of public routes and of methods that open their own transactions', () => {
    expect(namesOf(written.filter(mayLackTransaction))).toEqual([]);
  });

  it('is reported if a method opens it again', () => {
    expect(namesOf(tried.filter(opensAgain))).toEqual(['Sermons.list']);
  });

  it('is reported as a parameter if the request may have no transaction', () => {
    expect(namesOf(tried.filter(mayLackTransaction))).toEqual([
      'Sermons.replace',
      'Sermons.settings',
    ]);
  });
});
