import type { LoggerService } from '@nestjs/common';
import { pino, type Logger } from 'pino';

/** Structured logs; what could be a secret is cut out whatever object it hangs on. */
export function makeLogger(level: string): Logger {
  return pino({
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: ['password', '*.password', 'cookie', '*.cookie', 'authorization', '*.authorization'], censor: '[redacted]' },
  });
}

/** Nest's own messages in the same stream. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}
  log = (message: unknown, context?: string) => this.#write('debug', message, context);
  error = (message: unknown, ...rest: unknown[]) => this.#write('error', message, rest.at(-1));
  warn = (message: unknown, context?: string) => this.#write('warn', message, context);
  debug = (message: unknown, context?: string) => this.#write('debug', message, context);
  verbose = (message: unknown, context?: string) => this.#write('trace', message, context);
  #write(level: 'debug' | 'error' | 'warn' | 'trace', message: unknown, context: unknown): void {
    const fields = typeof message === 'object' && message !== null && !(message instanceof Error) ? message : { message: String(message) };
    this.logger[level]({ context: typeof context === 'string' ? context : undefined, ...fields });
  }
}
