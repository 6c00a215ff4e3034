import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import { allRoutes } from '#libs/contracts/routes';

const root = path.resolve(import.meta.dirname, '../..');
const sources = path.join(root, 'web/src');

/** A character that replaces the expressions of a template. */
const placeholder = '\0';

/** Finds the texts of a source file that begin with `/api/`. */
function addressesIn(file: string, text: string): string[] {
  const apiAddresses: string[] = [];
  const visit = (node: ts.Node): void => {
    const address = textOf(node);
    if (address?.startsWith('/api/')) apiAddresses.push(address);
    else ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  return apiAddresses;
}

function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return (
    node.head.text + node.templateSpans.map(({ literal }) => placeholder + literal.text).join('')
  );
}

const escapePattern = (text: string) => text.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
const placeholderPattern = new RegExp(placeholder, 'g');

/**
 * Returns whether an address can be a path of the route table. An address that ends with a slash
 * only has to be the beginning of such a path.
 */
function isOfTable(address: string): boolean {
  const [pathname = ''] = address.split('?');
  const end = pathname.endsWith('/') ? '' : '$';
  const pathPattern = new RegExp(
    `^${escapePattern(pathname).replace(placeholderPattern, '[^/]*')}${end}`,
  );
  return allRoutes.some(({ path: routePath }) => {
    const served = new RegExp(`^${escapePattern(routePath).replace(/\{\w+\}/g, '[^/]+')}$`);
    return pathPattern.test(routePath) || served.test(pathname);
  });
}

const addresses = fs
  .readdirSync(sources, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.spec\.tsx?$/.test(file))
  .flatMap((file) =>
    addressesIn(file, fs.readFileSync(path.join(sources, file), 'utf8')).map((address) => ({
      file,
      address: address.replace(placeholderPattern, '…'),
      isKnown: isOfTable(address),
    })),
  );

describe('the addresses of the server in the client', () => {
  it('are paths of the route table', () => {
    expect(addresses.length).toBeGreaterThan(100);
    expect(addresses.filter(({ isKnown }) => !isKnown)).toEqual([]);
  });

  it.each([
    '/api/sermonz',
    `/api/sermons/${placeholder}/views`,
    '/api/feed/calendar',
    '/api/event/',
  ])('are reported if they are unknown: %j', (address) => {
    expect(isOfTable(address)).toBe(false);
  });

  it('do not make the client load the route table, of which it imports only types', () => {
    const imports = fs
      .readdirSync(sources, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .flatMap((file) => [
        ...fs
          .readFileSync(path.join(sources, file), 'utf8')
          .matchAll(/^(?:import|export) (?!type\b)[^;]*'#libs\/contracts\/routes'/gm),
      ]);
    expect(imports.map(([text]) => text)).toEqual([]);
  });
});
