import type { BrowserContext } from 'playwright-core';
import type { Resource } from '#libs/contracts';

/** Starts the first resource, so that the dashboard shows it as the first card. */
export async function startResource(context: BrowserContext): Promise<Resource> {
  const answer = await context.request.get('/api/resources?active=true&limit=1');
  const [resource] = (await answer.json()) as Resource[];
  await context.request.post(`/api/user-resources/${resource!.id}/progress`, {
    data: { progress: 40 },
  });
  return resource!;
}
