import sharp from 'sharp';
import type { SiteImage } from '#libs/contracts';
import type { Answer, Client } from './app.js';

export const picture = (width: number, height: number, background = '#3366aa') =>
  sharp({ create: { width, height, channels: 3, background } });

/** Sends a multipart form as browsers do, with its parts in the given order. */
export async function sendForm<Body = unknown>(
  client: Client,
  path: string,
  parts: [name: string, value: string | Uint8Array][],
): Promise<Answer<Body>> {
  const form = new FormData();
  for (const [name, value] of parts) {
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, new Blob([new Uint8Array(value)]), 'picture.png');
  }
  const request = new Request('http://x/', { method: 'POST', body: form });
  return client.send<Body>('POST', path, new Uint8Array(await request.arrayBuffer()), {
    'content-type': request.headers.get('content-type')!,
  });
}

/** Uploads a site image of the church. */
export async function addSiteImage(
  client: Client,
  type: SiteImage['type'],
  title: string,
  bytes?: Uint8Array,
): Promise<SiteImage> {
  const answer = await sendForm<SiteImage>(client, '/api/site-images', [
    ['type', type],
    ['title', title],
    ['image', bytes ?? (await picture(40, 30).png().toBuffer())],
  ]);
  if (answer.status !== 201) throw new Error(`not added: ${answer.status} ${answer.text}`);
  return answer.body;
}
