import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import PostalMime from 'postal-mime';

/** What a pattern finds in a letter of the outbox to an address; waits until there is one. */
export async function inLetter(dataDirectory: string, address: string, pattern: RegExp): Promise<string> {
  const outbox = join(dataDirectory, 'outbox');
  for (let tries = 0; tries < 400; tries++) {
    for (const file of existsSync(outbox) ? readdirSync(outbox).sort().reverse() : []) {
      const mail = await PostalMime.parse(readFileSync(join(outbox, file)));
      const found = mail.to?.[0]?.address === address ? pattern.exec(mail.text ?? '')?.[0] : undefined;
      if (found) return found;
    }
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`no such letter to ${address}`);
}
