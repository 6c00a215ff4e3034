import { argon2, randomBytes, timingSafeEqual, type Argon2Parameters } from 'node:crypto';
import { promisify } from 'node:util';
import { FairQueue, networkOf } from '#libs/http';
import { passwordHashes } from '../../ops/metrics.js';

const derive = promisify(argon2) as (
  algorithm: 'argon2id',
  parameters: Argon2Parameters,
) => Promise<Buffer>;
/** The minimum that OWASP recommends for argon2id: 46 MiB, one pass, one lane. */
const cost = { memory: 47_104, passes: 1, parallelism: 1, tagLength: 32 };

/**
 * A hash takes 46 MiB and about 50 ms of a core. Only a few are calculated at once, and networks
 * take turns, so that a flood of wrong passwords from one network does not delay all other
 * sign-ins.
 */
const hashes = new FairQueue({ maxRunning: 4, maxRunningPerKey: 2, maxWaitingPerKey: 20 });

const deriveInTurn = (parameters: Argon2Parameters, network: string) =>
  hashes.run(network, () => {
    passwordHashes.inc();
    return derive('argon2id', parameters);
  });

const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');

/**
 * Hashes a password.
 * @param address the IP address of the request
 * @returns a PHC string: `$argon2id$v=19$m=…,t=…,p=…$salt$hash`
 * @throws HttpError 429 if too many hashes of this network are waiting
 */
export async function hashPassword(password: string, address = ''): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await deriveInTurn(
    { message: Buffer.from(password.normalize('NFKC')), nonce, ...cost },
    networkOf(address),
  );
  const parameters = `m=${cost.memory},t=${cost.passes},p=${cost.parallelism}`;
  return `$argon2id$v=19$${parameters}$${base64(nonce)}$${base64(tag)}`;
}

const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/**
 * Whether a password matches a hash. Takes the same time for a null hash, which never matches, so
 * that the duration does not reveal whether an account exists.
 * @param address the IP address of the request
 * @throws HttpError 429 if too many hashes of this network are waiting
 */
export async function isPassword(
  password: string,
  hash: string | null,
  address = '',
): Promise<boolean> {
  const [, memory, passes, parallelism, salt, expected] = phc.exec(hash ?? (await decoy())) ?? [];
  if (!salt || !expected) return false;
  const tag = Buffer.from(expected, 'base64');
  const parameters = {
    message: Buffer.from(password.normalize('NFKC')),
    nonce: Buffer.from(salt, 'base64'),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: tag.length,
  };
  const derivedKey = await deriveInTurn(parameters, networkOf(address));
  return timingSafeEqual(derivedKey, tag) && hash !== null;
}

let decoyHash: Promise<string> | undefined;
const decoy = () => (decoyHash ??= hashPassword(randomBytes(16).toString('hex')));

/** The passwords of eight and more characters that attackers try first. Case does not matter. */
const commonPasswords = new Set(
  `password password1 password12 password123 passw0rd p@ssword p@ssw0rd 12345678 123456789
   1234567890 0123456789 87654321 11111111 00000000 12341234 11223344 qwertyui qwertyuiop qwerty12
   qwerty123 1q2w3e4r 1q2w3e4r5t 1qaz2wsx zaq12wsx asdfghjk asdfghjkl zxcvbnm1 abcd1234 abc12345
   iloveyou iloveyou1 sunshine princess football baseball basketball superman batman123 trustno1
   welcome1 welcome123 letmein1 letmein123 admin123 administrator master12 michael1 jennifer
   jordan23 starwars computer internet whatever dragon12 monkey12 shadow12 liverpool chelsea1
   samsung1 jesus123 jesuschrist jesusislord godisgood godislove blessed1 blessings faith123
   hallelujah amazinggrace church123 churchconnect`.split(/\s+/),
);
export const commonPasswordMessage = 'That password is too easy to guess. Please choose another.';
export const isCommonPassword = (password: string) => commonPasswords.has(password.toLowerCase());
