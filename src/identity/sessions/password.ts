import { argon2, randomBytes, timingSafeEqual, type Argon2Parameters } from 'node:crypto';
import { promisify } from 'node:util';
import { FairQueue, networkOf } from '#libs/http';
import { passwordHashes } from '../../ops/metrics.js';

const derive = promisify(argon2) as (
  algorithm: 'argon2id',
  parameters: Argon2Parameters,
) => Promise<Buffer>;
/** OWASP's argon2id minimum of 46 MiB, one pass, one lane. */
const cost = { memory: 47_104, passes: 1, parallelism: 1, tagLength: 32 };

/**
 * Each hash takes 46 MiB and 50 ms of a core: a few at once, in turns between those who ask, so that a flood of wrong
 * passwords from one place does not keep everybody else waiting.
 */
const hashes = new FairQueue({ atOnce: 4, atOnceOfOne: 2, waitingOfOne: 20 });

const deriveInTurn = (parameters: Argon2Parameters, network: string) =>
  hashes.run(network, () => {
    passwordHashes.inc();
    return derive('argon2id', parameters);
  });

const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');

/** A PHC string: `$argon2id$v=19$m=…,t=…,p=…$salt$hash`. @param address of who asks @throws HttpError 429 when too much of theirs waits */
export async function hashPassword(password: string, address = ''): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await deriveInTurn(
    { message: Buffer.from(password.normalize('NFKC')), nonce, ...cost },
    networkOf(address),
  );
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${base64(nonce)}$${base64(tag)}`;
}

const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** Takes the same time whether or not there is a hash to compare with. @param address of who asks @throws HttpError 429 when too much of theirs waits */
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
  const found = await deriveInTurn(parameters, networkOf(address));
  return timingSafeEqual(found, tag) && hash !== null;
}

let decoyHash: Promise<string> | undefined;
const decoy = () => (decoyHash ??= hashPassword(randomBytes(16).toString('hex')));

/** The passwords that guessers try first, of eight characters and more; compared without case. */
const commonPasswords = new Set(
  `password password1 password12 password123 passw0rd p@ssword p@ssw0rd 12345678 123456789 1234567890 0123456789 87654321 11111111 00000000
   12341234 11223344 qwertyui qwertyuiop qwerty12 qwerty123 1q2w3e4r 1q2w3e4r5t 1qaz2wsx zaq12wsx asdfghjk asdfghjkl zxcvbnm1 abcd1234 abc12345
   iloveyou iloveyou1 sunshine princess football baseball basketball superman batman123 trustno1 welcome1 welcome123 letmein1 letmein123 admin123
   administrator master12 michael1 jennifer jordan23 starwars computer internet whatever dragon12 monkey12 shadow12 liverpool chelsea1 samsung1
   jesus123 jesuschrist jesusislord godisgood godislove blessed1 blessings faith123 hallelujah amazinggrace church123 churchconnect`.split(
    /\s+/,
  ),
);
export const commonPasswordMessage =
  'This password is one that is guessed first. Please choose another.';
export const isCommonPassword = (password: string) => commonPasswords.has(password.toLowerCase());
