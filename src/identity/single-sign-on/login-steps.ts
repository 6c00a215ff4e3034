import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { Tx } from '#libs/database';
import type { LoginFlow } from './login-flow.js';
import { insertStep, takeStep } from './single-sign-on.sql.js';

/**
 * Where a sign-in by a provider waits for the browser: `begin` on the host that the provider knows, for one begun on a
 * church's own host; `callback` for the provider's answer; `enter` back on the church's host.
 */
type LoginStep = 'begin' | 'callback' | 'enter';
const secondsOf: Record<LoginStep, number> = { begin: 60, callback: 600, enter: 60 };

const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex');

/** 256 random bits. */
export const newSecret = () => randomBytes(32).toString('base64url');

/** Of a browser's cookie, as it is stored. */
export const browserKey = hashOf;

/** Nonce and PKCE verifier follow from what the browser alone has, so that neither is stored. */
export function deriveProofs(browser: string, state: string): { nonce: string; verifier: string } {
  const proof = (what: string) =>
    createHmac('sha256', browser).update(`${what} ${state}`).digest('base64url');
  return { nonce: proof('nonce'), verifier: proof('verifier') };
}

/**
 * Keeps the journey until the browser comes to that stop with the secret that this gives.
 * @param browser key of the cookie that it must show there; null: whoever has the secret
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

/** The journey, once; null when the secret was used, has expired, never was, or is another browser's. */
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
