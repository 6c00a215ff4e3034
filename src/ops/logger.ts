import type { LoggerService } from '@nestjs/common';
import { pino, type DestinationStream, type Logger } from 'pino';

/**
 * Structured logs; what could be a secret is cut out whatever object it hangs on, and of an error, under whatever name
 * it is given, only what `described` leaves is written.
 */
export function makeLogger(level: string, destination?: DestinationStream): Logger {
  return pino(
    {
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: {
        paths: ['password', '*.password', 'cookie', '*.cookie', 'authorization', '*.authorization'],
        censor: '[redacted]',
      },
      errorKey: 'no error is logged under this name', // of one under `err` pino writes the message
      hooks: {
        logMethod(given, method) {
          if (isError(given[0])) method.call(this, { error: given[0] } as unknown as string);
          else method.apply(this, given);
        },
      },
      formatters: {
        log: (fields) =>
          Object.fromEntries(
            Object.entries(fields).map(([name, value]) => [
              name,
              name === 'error' || isError(value) ? described(value) : value,
            ]),
          ),
      },
    },
    destination ?? pino.destination(1),
  );
}

/** Where an error is made up of others, so deep. */
const deepest = 5;

/** An error without what it quotes: its type, code and stack, and the same of its causes. */
function described(error: unknown, depth = 0): object {
  if (!isError(error)) return { type: typeof error };
  const { code, cause, errors } = error as ErrorLike & {
    code?: unknown;
    cause?: unknown;
    errors?: unknown;
  };
  const more = depth < deepest;
  return {
    type: typeOf(error),
    ...((typeof code === 'string' && /^[\w.-]{1,60}$/.test(code)) || typeof code === 'number'
      ? { code }
      : {}),
    stack: error.stack
      .split('\n')
      .filter((line) => frame.test(line))
      .join('\n'),
    ...(more && cause !== undefined ? { cause: described(cause, depth + 1) } : {}),
    ...(more && Array.isArray(errors)
      ? { errors: errors.slice(0, 5).map((one) => described(one, depth + 1)) }
      : {}),
  };
}

/** A line of a stack that names a place, not one of a message. */
const frame = /^ {4}at .*(:\d+:\d+\)?|\(<anonymous>\)|\(native\)|index \d+\))$/;

type ErrorLike = Partial<Error> & { stack: string };

/** An error of whatever realm, or what a library copied of one: the job queue does. */
const isError = (value: unknown): value is ErrorLike =>
  Error.isError(value) ||
  (typeof value === 'object' &&
    value !== null &&
    'stack' in value &&
    typeof value.stack === 'string');

/** Its name; of one that is called just so its class, of a copy what its stack begins with. */
function typeOf(error: ErrorLike): string {
  const { name = /^\w+/.exec(error.stack)?.[0] ?? 'Error' } = error;
  return name.toLowerCase() === 'error' && Error.isError(error) ? error.constructor.name : name;
}

type LogLevel = 'error' | 'warn' | 'info' | 'debug' | 'trace';

/** Entries of Nest and of the program in the same stream. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}
  /** The program logs objects, at the level `info`. Nest logs sentences about its own start, at `debug`. */
  log = (message: unknown, context?: string) =>
    this.#write(typeof message === 'object' ? 'info' : 'debug', message, context);
  error = (message: unknown, ...rest: unknown[]) => this.#write('error', message, rest.at(-1));
  warn = (message: unknown, context?: string) => this.#write('warn', message, context);
  debug = (message: unknown, context?: string) => this.#write('debug', message, context);
  verbose = (message: unknown, context?: string) => this.#write('trace', message, context);
  #write(level: LogLevel, message: unknown, context: unknown): void {
    const fields = isError(message)
      ? { message: 'unexpected error', error: message }
      : typeof message === 'object' && message !== null
        ? message
        : { message: String(message) };
    this.logger[level]({ ...contextOf(context), ...fields });
  }
}

/** The name of a part of the program. Nest also passes the stack of an error here, which begins with its message. */
function contextOf(context: unknown): { context?: string; error?: { stack: string } } {
  if (typeof context !== 'string') return {};
  return /^[\w .:/-]{1,80}$/.test(context) ? { context } : { error: { stack: context } };
}
