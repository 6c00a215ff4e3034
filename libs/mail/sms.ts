import { createHmac, timingSafeEqual } from 'node:crypto';

export interface SmsOptions {
  accountSid: string;
  authToken: string;
  /** the sender: a phone number in E.164, or the id of a messaging service (`MG…`) */
  from: string;
  apiUrl: string;
}

/**
 * Why Twilio did not accept a message.
 * - `refused`: Twilio will never accept the message.
 * - `stopped`: The receiver has answered STOP.
 * - `away`: The message was not sent. The caller may send it again.
 * - `unknown`: The message may have been sent.
 */
type SmsOutcome = 'refused' | 'stopped' | 'away' | 'unknown';

/** The failure of a message that Twilio did not accept. */
export class SmsError extends Error {
  constructor(
    readonly outcome: SmsOutcome,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Twilio's error code for a receiver that has answered STOP. */
const stoppedCode = 21610;
/** Codes of errors that occur before any byte of a request has been sent. */
const connectionErrors = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
];

/** Sends text messages through Twilio's REST interface (2010-04-01, `Messages.json`). */
export class Sms {
  /** @param options null: Twilio is not configured, and every message fails */
  constructor(private readonly options: SmsOptions | null) {}

  get isAvailable(): boolean {
    return this.options !== null;
  }

  /**
   * Sends a message.
   * @param to a phone number in E.164, such as `+15551234567`
   * @throws SmsError
   */
  async send(to: string, text: string): Promise<void> {
    if (!this.options) throw new SmsError('away', 'There is no account for messages.');
    const { accountSid, authToken, from, apiUrl } = this.options;
    const body = new URLSearchParams({
      To: to,
      Body: text,
      [from.startsWith('MG') ? 'MessagingServiceSid' : 'From']: from,
    });
    const response = await fetch(
      `${apiUrl}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`,
      {
        method: 'POST',
        headers: {
          authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`,
        },
        body,
        signal: AbortSignal.timeout(10_000),
      },
    ).catch((error: unknown) => {
      const { code } = ((error as Error).cause ?? {}) as { code?: string };
      throw new SmsError(
        connectionErrors.includes(code ?? '') ? 'away' : 'unknown',
        'Twilio could not be reached',
        { cause: error },
      );
    });
    if (response.ok) return;
    const { code } = (await response.json().catch(() => ({}))) as { code?: number };
    throw new SmsError(
      outcomeOf(response.status, code),
      `Twilio answered ${response.status}${code === undefined ? '' : ` (${code})`}`,
    );
  }

  /**
   * Checks that Twilio sent a form to us. Twilio signs the address, followed by the names and
   * values of all fields in alphabetical order, with the account's token (HMAC-SHA1).
   * @param url the whole address that Twilio was told to call
   */
  isSigned(url: string, fields: URLSearchParams, signature: string): boolean {
    if (!this.options) return false;
    const text = [...fields]
      .sort(([name], [otherName]) => (name < otherName ? -1 : 1))
      .reduce((all, [name, value]) => all + name + value, url);
    const expected = createHmac('sha1', this.options.authToken).update(text).digest();
    const received = Buffer.from(signature, 'base64');
    return received.length === expected.length && timingSafeEqual(received, expected);
  }
}

/** @param code Twilio's error code, if its answer contains one */
function outcomeOf(status: number, code: number | undefined): SmsOutcome {
  if (code === stoppedCode) return 'stopped';
  if (status === 429 || status === 503) return 'away';
  return status < 500 ? 'refused' : 'unknown';
}
