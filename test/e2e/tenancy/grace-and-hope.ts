import { startApp, type TestApp } from '../../support/app.js';

/**
 * Starts the application with the church Grace, which has an admin, a secretary and a member, and
 * the church Hope, which has an admin.
 */
export async function startGraceAndHope(): Promise<TestApp> {
  const app = await startApp();
  const grace = await app.church('grace');
  const hope = await app.church('hope');
  for (const role of ['admin', 'secretary', 'member'] as const) {
    await app.person(grace, { email: `${role}@grace.test`, role });
  }
  await app.person(hope, { email: 'admin@hope.test', role: 'admin' });
  return app;
}

/** Reads the entries of the audit log about an action, of one church or of all. */
export const readAuditEntries = (
  app: TestApp,
  action: string,
  church: string | null = null,
): Promise<{ details: Record<string, unknown> }[]> =>
  app.database.asSuperuser<{ details: Record<string, unknown> }>(
    `select details from audit_entry
     where action = $1 and organization_id = coalesce($2::uuid, organization_id)
     order by id`,
    [action, church],
  );
