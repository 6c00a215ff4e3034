import { createHmac, timingSafeEqual } from 'node:crypto';

export interface SmsOptions {
  accountSid: string;
  authToken: string;
  /** the number, or the messaging service, that messages come from */
  from: string;
  apiUrl: string;
}

/**
 * A message that was not accepted. `refused`: nor will it ever be; `stopped`: because its receiver said STOP; `away`: it did
 * not leave, and may be tried again; `unknown`: it may be on its way.
 */
export class SmsError extends Error {
  constructor(
    readonly outcome: 'refused' | 'stopped' | 'away' | 'unknown',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Twilio's code for whoever has answered STOP. */
const stoppedCode = 21610;
/** what happens before a byte of a request has left */
const notConnected = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
];

/** Short messages through Twilio's REST interface (2010-04-01, `Messages.json`). */
export class Sms {
  /** @param options null: nothing can be sent here */
  constructor(private readonly options: SmsOptions | null) {}

  get isAvailable(): boolean {
    return this.options !== null;
  }

  /** @param to in E.164, `+15551234567` @throws SmsError */
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
        notConnected.includes(code ?? '') ? 'away' : 'unknown',
        'Twilio could not be reached',
        { cause: error },
      );
    });
    if (response.ok) return;
    const { code } = (await response.json().catch(() => ({}))) as { code?: number };
    const outcome =
      code === stoppedCode
        ? 'stopped'
        : response.status === 429 || response.status === 503
          ? 'away'
          : response.status < 500
            ? 'refused'
            : 'unknown';
    throw new SmsError(
      outcome,
      `Twilio answered ${response.status}${code === undefined ? '' : ` (${code})`}`,
    );
  }

  /**
   * Whether Twilio sent this form to us: the address with every field behind it, in their order, under the account's token.
   * @param url the whole address that Twilio was told to call
   */
  isSigned(url: string, fields: URLSearchParams, signature: string): boolean {
    if (!this.options) return false;
    const text = [...fields]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .reduce((all, [name, value]) => all + name + value, url);
    const right = createHmac('sha1', this.options.authToken).update(text).digest();
    const given = Buffer.from(signature, 'base64');
    return given.length === right.length && timingSafeEqual(given, right);
  }
}
