import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { Tx } from '#libs/database';
import type { LoginFlow } from './login-flow.js';
import { insertStep, takeStep } from './single-sign-on.sql.js';

/**
 * The requests of the browser that a sign-in with a provider can wait for. `begin`: on the host of
 * `BASE_URL`, if the sign-in started on a church's host. `callback`: the answer of the provider.
 * `enter`: back on the church's host.
 */
type LoginStep = 'begin' | 'callback' | 'enter';
const secondsOf: Record<LoginStep, number> = { begin: 60, callback: 600, enter: 60 };

const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex');

/** Creates a secret of 256 random bits. */
export const newSecret = () => randomBytes(32).toString('base64url');

/** Returns the hash of a browser's login cookie, which is stored instead of the cookie. */
export const browserKey = hashOf;

/**
 * Derives the nonce and the PKCE verifier from the login cookie, so that neither has to be stored.
 */
export function deriveProofs(browser: string, state: string): { nonce: string; verifier: string } {
  const derive = (purpose: string) =>
    createHmac('sha256', browser).update(`${purpose} ${state}`).digest('base64url');
  return { nonce: derive('nonce'), verifier: derive('verifier') };
}

/**
 * Stores the state of a sign-in until the browser makes the next request.
 * @param browser the `browserKey` of the cookie that the browser must send; null if the secret
 *   alone is enough
 * @returns the secret that the browser must send
 */
export async function storeStep(
  tx: Tx,
  step: LoginStep,
  browser: string | null,
  flow: LoginFlow,
): Promise<string> {
  const secret = newSecret();
  await insertStep(tx, {
    hash: hashOf(secret),
    stop: step,
    browser,
    journey: flow,
    seconds: secondsOf[step],
  });
  return secret;
}

/**
 * Returns the state of a sign-in and deletes it.
 * @returns null if the secret was used, has expired, never existed, or belongs to another browser
 */
export async function resumeFlow(
  tx: Tx,
  step: LoginStep,
  secret: unknown,
  browser: string | null,
): Promise<LoginFlow | null> {
  if (typeof secret !== 'string') return null;
  const [row] = await takeStep(tx, { hash: hashOf(secret), stop: step, browser });
  return row?.journey ?? null;
}
