import { argon2Sync } from 'node:crypto';

/**
 * The hash of a password at the smallest cost there is, for people whom a test only needs signed
 * in: a hash says its own cost, so they go in by the same way as everybody, without the 50 ms that
 * argon2 takes by design. Passwords that go through the product's forms are hashed at its own cost.
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
