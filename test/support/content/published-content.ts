import type { Client, TestApp } from '../app.js';
import { until } from '../until.js';

/** Creates a sermon, which is visible unless `more` says otherwise, and returns its id. */
export async function createSermon(
  admin: Client,
  title: string,
  more: object = {},
): Promise<string> {
  const { body } = await admin.post<{ id: string }>('/api/sermons', {
    title,
    description: 'What was preached.',
    ...more,
  });
  return body.id;
}

/** Waits for the end of the jobs that notify users of published content. */
export const waitForPublishedJobs = ({ database }: Pick<TestApp, 'database'>) =>
  until(async () => {
    const jobs = await database.asSuperuser(
      `select 1
         from jobs.job
        where name = 'published'
          and state in ('created', 'active', 'retry')`,
    );
    return jobs.length === 0;
  });
