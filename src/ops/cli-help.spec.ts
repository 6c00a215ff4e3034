import { describe, expect, it } from '@jest/globals';
import fs from 'node:fs';
import { help } from './cli-help.js';

describe('the help of the operator commands', () => {
  it('shows the usage of each command as the documentation does', () => {
    const documented = fs
      .readFileSync('docker/operations.md', 'utf8')
      .matchAll(/^- Usage: `cli ([^`]+)`/gm);
    const usages = [...documented].map(([, usage]) => usage);
    expect(usages.length).toBeGreaterThan(8);
    for (const usage of usages) expect(help).toContain(`  npm run cli -- ${usage}\n`);
  });

  it.each(['owner', 'seal', 'letter', 'cut off', 'stand'])('does not use the word "%s"', (word) => {
    expect(help.replace('owner:create', '')).not.toContain(word);
  });

  it('has no line of more than 100 characters', () => {
    for (const line of help.split('\n')) expect(line.length).toBeLessThanOrEqual(100);
  });
});
