import { argon2Sync } from 'node:crypto';

/**
 * Hashes a password with the lowest cost, for users who only need to sign in. A hash contains its
 * cost, so the sign-in is the usual one, but does not take the usual 50 ms. Passwords from forms
 * are hashed with the usual cost.
 */
export function cheapHash(password: string): string {
  const nonce = Buffer.from('salt of the tests');
  const tag = argon2Sync('argon2id', {
    message: password.normalize('NFKC'),
    nonce,
    memory: 8,
    passes: 1,
    parallelism: 1,
    tagLength: 32,
  });
  const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
  return `$argon2id$v=19$m=8,t=1,p=1$${base64(nonce)}$${base64(tag)}`;
}
