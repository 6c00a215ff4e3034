import type { LoggerService } from '@nestjs/common';
import { pino, type DestinationStream, type Logger } from 'pino';

/**
 * Creates the logger, which writes JSON. It redacts fields that may contain secrets. Of an error,
 * in any field, it writes only what `describeError` returns.
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
      // pino writes the message of an error in this field, so no error has this name.
      errorKey: 'no error is logged under this name',
      hooks: {
        logMethod(args, method) {
          if (isError(args[0])) method.call(this, { error: args[0] } as unknown as string);
          else method.apply(this, args);
        },
      },
      formatters: {
        log: (fields) =>
          Object.fromEntries(
            Object.entries(fields).map(([name, value]) => [
              name,
              name === 'error' || isError(value) ? describeError(value) : value,
            ]),
          ),
      },
    },
    destination ?? pino.destination(1),
  );
}

/** How many levels of causes are written. */
const maxDepth = 5;

/**
 * Returns the type, the code and the stack of an error, and the same of its causes. Leaves out
 * messages, which may quote personal data.
 */
function describeError(error: unknown, depth = 0): object {
  if (!isError(error)) return { type: typeof error };
  const { code, cause, errors } = error as ErrorLike & {
    code?: unknown;
    cause?: unknown;
    errors?: unknown;
  };
  const hasMore = depth < maxDepth;
  return {
    type: typeOf(error),
    ...((typeof code === 'string' && /^[\w.-]{1,60}$/.test(code)) || typeof code === 'number'
      ? { code }
      : {}),
    stack: error.stack
      .split('\n')
      .filter((line) => frame.test(line))
      .join('\n'),
    ...(hasMore && cause !== undefined ? { cause: describeError(cause, depth + 1) } : {}),
    ...(hasMore && Array.isArray(errors)
      ? { errors: errors.slice(0, 5).map((inner) => describeError(inner, depth + 1)) }
      : {}),
  };
}

/** A line of a stack that names a place in the code. Other lines belong to the message. */
const frame = /^ {4}at .*(:\d+:\d+\)?|\(<anonymous>\)|\(native\)|index \d+\))$/;

type ErrorLike = Partial<Error> & { stack: string };

/**
 * Returns whether a value is an error of any realm, or a copy of one, which the job queue makes.
 */
const isError = (value: unknown): value is ErrorLike =>
  Error.isError(value) ||
  (typeof value === 'object' &&
    value !== null &&
    'stack' in value &&
    typeof value.stack === 'string');

/**
 * Returns the name of an error, or its class if the name is `Error`. A copy of an error may have
 * only a stack, which begins with the name.
 */
function typeOf(error: ErrorLike): string {
  const { name = /^\w+/.exec(error.stack)?.[0] ?? 'Error' } = error;
  return name.toLowerCase() === 'error' && Error.isError(error) ? error.constructor.name : name;
}

type LogLevel = 'error' | 'warn' | 'info' | 'debug' | 'trace';

/** Writes the entries of Nest and of the program to the same stream. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}
  /**
   * Writes objects, which the program logs, at the level `info`; texts, which Nest logs, at
   * `debug`.
   */
  log = (message: unknown, context?: string) =>
    this.#write(typeof message === 'object' ? 'info' : 'debug', message, context);
  error = (message: unknown, ...rest: unknown[]) => this.#write('error', message, rest.at(-1));
  warn = (message: unknown, context?: string) => this.#write('warn', message, context);
  debug = (message: unknown, context?: string) => this.#write('debug', message, context);
  verbose = (message: unknown, context?: string) => this.#write('trace', message, context);
  #write(level: LogLevel, message: unknown, context: unknown): void {
    this.logger[level]({ ...contextOf(context), ...fieldsOf(message) });
  }
}

function fieldsOf(message: unknown): object {
  if (isError(message)) return { message: 'unexpected error', error: message };
  return typeof message === 'object' && message !== null ? message : { message: String(message) };
}

/**
 * Returns the context, which is the name of a part of the program. Nest also passes stacks as the
 * context. They begin with the message of the error, and are therefore written like an error.
 */
function contextOf(context: unknown): { context?: string; error?: { stack: string } } {
  if (typeof context !== 'string') return {};
  return /^[\w .:/-]{1,80}$/.test(context) ? { context } : { error: { stack: context } };
}
