import { parseArgs } from 'node:util';

/** Reads the command, its argument and its options from the command line. */
export const readArguments = (argv: string[]) =>
  parseArgs({
    args: argv,
    allowPositionals: true,
    options: {
      church: { type: 'string' },
      to: { type: 'string' },
      trust: { type: 'string' },
      by: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
