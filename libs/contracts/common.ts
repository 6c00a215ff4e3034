import { z } from 'zod';
import { isCalendarDate } from '#libs/calendar';
import { parseMoney } from '#libs/money';
import { readWebAddress } from './web-address.js';

/** The body of every error. `message` is a sentence for the user. */
export const errorBody = z.object({
  message: z.string(),
  code: z.string(),
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  /** with the status 429: the seconds after which the request may be repeated */
  retryAfter: z.number().int().positive().optional(),
  /** with the code `stale`: the object as somebody else has saved it since */
  current: z.unknown().optional(),
});
export type ErrorBody = z.infer<typeof errorBody>;

export const id = z.uuid();

/** The formats in which a table can be downloaded, in the order in which they are offered. */
export const tableFormats = ['xlsx', 'csv'] as const;
export type TableFormat = (typeof tableFormats)[number];

/** The largest amount of a single donation in cents: $99,999,999.99. */
export const maxAmount = 9_999_999_999n;

const tooLarge = 'Amount must be at most $99,999,999.99';

/**
 * Returns why an amount is refused: it cannot be read, it is too small, or it is too large.
 * @param least the smallest amount that is accepted, in cents
 */
function explainRefusal(
  parsed: ReturnType<typeof parseMoney>,
  least: bigint,
  tooSmall: string,
): string {
  if (!parsed.ok) return parsed.message;
  return parsed.cents < least ? tooSmall : tooLarge;
}

/**
 * An amount as a user or client sends it: `"25.00"`, `"1,234.50"`, `25`. Returns cents. An absent
 * or blank amount is refused with `missing`. Zero, a negative amount, and a value that is neither
 * text nor number are refused with `message`.
 */
export function amountInput(message = 'Amount must be greater than 0', missing = message) {
  return z
    .union([z.string(), z.number()], {
      error: ({ input }) => (input === undefined || input === null ? missing : message),
    })
    .transform((value, context) => {
      if (typeof value === 'string' && value.trim() === '') {
        context.addIssue({ code: 'custom', message: missing });
        return z.NEVER;
      }
      const parsed = parseMoney(value);
      if (parsed.ok && parsed.cents > 0n && parsed.cents <= maxAmount) return parsed.cents;
      context.addIssue({
        code: 'custom',
        message: explainRefusal(parsed, 1n, message),
      });
      return z.NEVER;
    });
}

/**
 * The amount that a fundraiser has already raised when it is entered. Accepts what `amountInput`
 * accepts; an absent, blank or zero amount is 0.
 */
export const openingAmountInput = z
  .union([z.string(), z.number()], { error: 'This is not an amount.' })
  .nullish()
  .transform((value, context) => {
    if (value === undefined || value === null || (typeof value === 'string' && value.trim() === ''))
      return 0n;
    const parsed = parseMoney(value);
    if (parsed.ok && parsed.cents >= 0n && parsed.cents <= maxAmount) return parsed.cents;
    const message = explainRefusal(parsed, 0n, 'The opening amount cannot be negative.');
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });

/** An amount in an answer: a decimal text with two digits after the point, `"1234.50"`. */
export const amountOutput = z.string().meta({ examples: ['25.00'] });

/**
 * A calendar date in the time zone of the church. Only the first ten characters of an ISO timestamp
 * count.
 */
export const dateInput = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}(T.*)?$/, 'Please enter a valid date')
  .transform((text) => text.slice(0, 10))
  .refine(isCalendarDate, 'Please enter a valid date');
export const dateOutput = z.string().meta({ format: 'date', examples: ['2025-12-31'] });
export const timestamp = z.string().meta({ format: 'date-time' });

export const year = z.coerce.number().int().min(1900).max(2999);

const withoutNul = (max: number, error?: string) =>
  z
    .string(error)
    .max(max, `Please use at most ${max} characters`)
    .refine(
      (value) => !value.includes('\0') && value.isWellFormed(),
      'Please remove the invisible characters',
    );

/**
 * A text of a user: trimmed, limited, and without NUL bytes, which PostgreSQL refuses. `error` is
 * the message if the value is absent or no text.
 */
export const text = (max: number, error?: string) =>
  withoutNul(max, error).transform((value) => value.trim());
/** The text of a search, or a name that identifies something. */
export const searchText = withoutNul(200);
/** Optional text: absent, null and blank are the same. */
export const optionalText = (max: number) =>
  text(max)
    .nullish()
    .transform((value) => (value === '' ? null : value))
    .optional();

export const invalidAddress = 'Please enter a web address that begins with https://';

/**
 * A URL, to which `https://` is added if it is missing (`facebook.com/grace`), or the empty text.
 */
export const webAddress = text(500).transform((typed, context) => {
  if (typed === '') return '';
  const url = readWebAddress(typed);
  if (url) return url.href;
  context.addIssue({ code: 'custom', message: invalidAddress });
  return z.NEVER;
});
export const page = {
  limit: z.coerce.number().int().min(1).max(1000).default(100),
  // holds the sort values of a row: two names of a hundred characters each, in any script, as
  // base64
  cursor: z.string().max(4000).optional(),
};

/** A field that a call accepts and does not store, because the server decides its value. */
export const ignored = z.unknown().optional();

/** The parameter `sort` of a list: `sort=field` is ascending, `sort=-field` descending. */
export const sortOf = <T extends string>(fields: readonly T[]) =>
  z.enum(
    fields.flatMap((field) => [field, `-${field}`] as const) as [T | `-${T}`, ...(T | `-${T}`)[]],
  );
