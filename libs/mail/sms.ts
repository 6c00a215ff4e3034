export interface SmsOptions {
  accountSid: string;
  authToken: string;
  /** the number, or the messaging service, that messages come from */
  from: string;
  apiUrl: string;
}

/** Short messages through Twilio's REST interface (2010-04-01, `Messages.json`). */
export class SmsSender {
  constructor(private readonly options: SmsOptions) {}

  /** @param to in E.164, `+15551234567` @throws Error when it is not accepted */
  async send(to: string, text: string): Promise<void> {
    const { accountSid, authToken, from, apiUrl } = this.options;
    const body = new URLSearchParams({ To: to, Body: text, [from.startsWith('MG') ? 'MessagingServiceSid' : 'From']: from });
    const response = await fetch(`${apiUrl}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}` },
      body,
      signal: AbortSignal.timeout(10_000),
    });
    if (response.ok) return;
    const { code } = (await response.json().catch(() => ({}))) as { code?: number };
    throw new Error(`Twilio answered ${response.status}${code === undefined ? '' : ` (${code})`}`);
  }
}
