/** The maximum number of emails to one address in an hour. */
const maxEmailsPerHour = 5;
/**
 * The maximum number of emails to one address in a day, including those that a network requests for
 * the first time.
 */
const maxEmailsPerDay = 20;
const [hour, day] = [3_600, 86_400];

/** An email that a request has sent to an address in the last day. */
export interface SentEmail {
  /** Whole seconds since it was sent. */
  age: number;
  /** Whether the network that asks now has requested it. */
  isSameNetwork: boolean;
}

/**
 * Returns the seconds until a network may have another email sent to an address; 0 if it may now.
 * An address gets at most five emails in an hour. If a network asks for the first time in a day,
 * its email is sent even after these five, up to twenty emails to the address in a day.
 * @param emails the emails of the last day, the newest first
 */
export function secondsUntilNextEmail(emails: readonly SentEmail[]): number {
  const untilDayAllows = secondsUntilFewer(emails, maxEmailsPerDay, day);
  const isNewNetwork = !emails.some(({ isSameNetwork }) => isSameNetwork);
  if (isNewNetwork) return untilDayAllows;
  return Math.max(untilDayAllows, secondsUntilFewer(emails, maxEmailsPerHour, hour));
}

/** Returns the seconds until fewer than `max` emails are younger than a period of seconds. */
function secondsUntilFewer(emails: readonly SentEmail[], max: number, period: number): number {
  const last = emails[max - 1];
  return last ? Math.max(0, period - last.age) : 0;
}
