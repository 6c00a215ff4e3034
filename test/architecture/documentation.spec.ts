import { describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const root = path.resolve(import.meta.dirname, '../..');
const read = (file: string): string => fs.readFileSync(path.join(root, file), 'utf8');

describe('docker/configuration.md', () => {
  it('documents each variable of src/ops/config-schema.ts and no other', () => {
    const documented = namesIn(read('docker/configuration.md'));
    expect(documented.toSorted()).toEqual(
      propertyNames('src/ops/config-schema.ts', 'schema').toSorted(),
    );
  });

  it.each(sections(read('docker/configuration.md')))(
    'gives format, default and an example of %s',
    (variable, text) => {
      for (const part of ['- Format: ', '- Default: ', `- Example: \`${variable}=`])
        expect(text).toContain(part);
    },
  );
});

describe('docker/operations.md', () => {
  it('documents each operator command of src/cli.ts and no other', () => {
    const [, commands] = read('docker/operations.md').split(/^## Operator commands$/m);
    const documented = namesIn(commands ?? '');
    expect(documented.toSorted()).toEqual(propertyNames('src/cli.ts', 'commands').toSorted());
  });
});

describe('relative links in Markdown files', () => {
  it.each(markdownFiles())('lead to existing files and headings from %s', (file) => {
    expect(linksIn(read(file)).filter((link) => !resolves(file, link))).toEqual([]);
  });
});

/**
 * Returns the names of the properties of the object that a variable is initialized with, also of an
 * object that is the argument of a call such as `z.object({ … })`.
 */
function propertyNames(file: string, variable: string): string[] {
  const names: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && node.name.getText() === variable && node.initializer) {
      const value = ts.isCallExpression(node.initializer)
        ? node.initializer.arguments[0]
        : node.initializer;
      if (value && ts.isObjectLiteralExpression(value))
        for (const property of value.properties)
          if (property.name) names.push(property.name.getText().replaceAll("'", ''));
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true));
  return names;
}

/** Returns the headings of a level, or of all levels, without code blocks. */
function headings(markdown: string, level?: number): string[] {
  return [...withoutCodeBlocks(markdown).matchAll(/^(#+) +(.+?) *$/gm)]
    .filter(([, marks]) => level === undefined || marks!.length === level)
    .map(([, , text]) => text!);
}

/** Returns the names in the third-level headings that consist of one name in backticks. */
function namesIn(markdown: string): string[] {
  return headings(markdown, 3)
    .filter((heading) => /^`[^`]+`$/.test(heading))
    .map((heading) => heading.slice(1, -1));
}

/**
 * Returns each section that a third-level heading with the name of a variable begins: the name and
 * the text.
 */
function sections(markdown: string): [string, string][] {
  return markdown
    .split(/^(?=#{2,3} )/m)
    .map((section) => /^### `(\w+)`\n([^]*)$/.exec(section))
    .filter((match) => match !== null)
    .map(([, name, text]) => [name!, text!]);
}

/**
 * Returns the Markdown files that Git tracks, without those that are deleted in the working tree.
 */
function markdownFiles(): string[] {
  const { stdout } = spawnSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' });
  return stdout.split('\n').filter((file) => file !== '' && fs.existsSync(path.join(root, file)));
}

/** Returns the targets of links and images that are neither addresses of the web nor of email. */
function linksIn(markdown: string): string[] {
  const text = withoutCodeBlocks(markdown).replace(/`[^`]*`/g, '');
  return [...text.matchAll(/\]\(<?([^)\s>]+)>?(?: "[^"]*")?\)/g)]
    .map(([, target]) => target!)
    .filter((target) => !/^[a-z][a-z\d+.-]*:/i.test(target));
}

/**
 * Whether a link leads to an existing file or folder and, with `#`, to a heading of a Markdown
 * file.
 */
function resolves(from: string, link: string): boolean {
  const [target = '', anchor] = link.split('#', 2);
  const file = target === '' ? from : path.join(path.dirname(from), decodeURIComponent(target));
  if (!fs.existsSync(path.join(root, file))) return false;
  return anchor === undefined || anchorsOf(read(file)).includes(anchor);
}

/**
 * Returns the anchors that GitHub gives to the headings of a page: the second of two equal ones
 * ends in `-1`.
 */
function anchorsOf(markdown: string): string[] {
  const counts = new Map<string, number>();
  return headings(markdown).map((heading) => {
    const text = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const anchor = text.replace(/[^\p{L}\p{N} _-]/gu, '').replaceAll(' ', '-');
    const count = counts.get(anchor) ?? 0;
    counts.set(anchor, count + 1);
    return count === 0 ? anchor : `${anchor}-${count}`;
  });
}

function withoutCodeBlocks(markdown: string): string {
  return markdown.replace(/^( *)(```+|~~~+)[^]*?^\1\2 *$/gm, '');
}
