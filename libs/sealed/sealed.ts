import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/**
 * Encrypts with AES-256-GCM and a key from the secret of the installation, so that a copy of the
 * database does not reveal the text.
 * @param use the purpose of the text; each purpose has a key of its own
 */
export interface Seal {
  secret: string;
  use: 'second factor' | 'letter' | 'unsubscribe' | `message ${string}`;
}

const keyOf = ({ secret, use }: Seal) => Buffer.from(hkdfSync('sha256', secret, '', use, 32));

export function seal(key: Seal, text: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', keyOf(key), nonce);
  return Buffer.concat([
    nonce,
    cipher.update(text, 'utf8'),
    cipher.final(),
    cipher.getAuthTag(),
  ]).toString('base64');
}

/**
 * @throws Error if the text was encrypted with another secret or for another use, or was changed
 */
export function unseal(key: Seal, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64');
  if (bytes.length < 28) throw new Error('This was not sealed here.');
  const decipher = createDecipheriv('aes-256-gcm', keyOf(key), bytes.subarray(0, 12), {
    authTagLength: 16,
  });
  decipher.setAuthTag(bytes.subarray(-16));
  return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString(
    'utf8',
  );
}
