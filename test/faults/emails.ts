import { setTimeout as sleep } from 'node:timers/promises';
import type { Invited } from '#libs/contracts';
import { MailServer } from '../support/doubles/smtp.js';
import { until } from '../support/until.js';
import { onStage, type Outcome, type Stage, type StageOptions } from './stage.js';

/**
 * The number of addresses of an invitation, and the number of invitations. Their product is less
 * than the number of people that a church may invite in an hour.
 */
const addressesOfCall = 5;
const calls = 38;
/** The number of emails that are sent at once. After each kill, as many may be sent again. */
const sentAtOnce = 12;

/**
 * Kills the program while it sends invitations. Each acknowledged email arrives, after a kill
 * perhaps twice.
 */
export async function killWhileSending(times: number, options: StageOptions): Promise<Outcome> {
  const server = await MailServer.start();
  server.delay = 100;
  const environment = { SMTP_URL: server.url(), MAIL_FROM: 'office@faults.test' };
  try {
    return await onStage({ ...options, environment }, async (stage) => {
      const invited: string[] = [];
      let kills = 0;
      await Promise.all([
        inviteAll(stage, invited),
        killRepeatedly(stage, times).then((count) => (kills = count)),
      ]);
      const received = () => countByAddress(server);
      await makeJobsDue(stage);
      await until(() => invited.every((address) => received().has(address))).catch(() => undefined);
      return compare(stage, { invited, received: received(), kills });
    });
  } finally {
    await server.stop();
  }
}

async function inviteAll({ staff }: Stage, invited: string[]): Promise<void> {
  for (let call = 0; call < calls; call++) {
    const emails = Array.from(
      { length: addressesOfCall },
      (_, index) => `guest${call * addressesOfCall + index}@faults.test`,
    );
    const { at: path, init } = staff.post(
      '/api/admin/invitations',
      { emails },
      { 'idempotency-key': `invitation-${call}` },
    );
    const { status, body } = await staff.insist<Invited>(path, init);
    if (status !== 200) throw new Error(`invitation: ${status} ${JSON.stringify(body)}`);
    invited.push(...emails);
  }
}

async function killRepeatedly({ program, random }: Stage, times: number): Promise<number> {
  for (let kill = 0; kill < times; kill++) {
    await sleep(random.below(1_500));
    await program.kill();
    await program.start();
  }
  return times;
}

/**
 * Makes the jobs due that a killed process had begun, and starts the program, which looks for them
 * at its start. Otherwise such a job is tried again after two minutes, and later after each further
 * kill.
 */
async function makeJobsDue({ program, postgres }: Stage): Promise<void> {
  await program.stop();
  await postgres.query(
    `update jobs.job set started_on = started_on - interval '1 hour', retry_delay = 0,
      retry_backoff = false
      where state = 'active'`,
  );
  await postgres.query(`update jobs.job set start_after = now() where state < 'active'`);
  await program.start();
}

function countByAddress({ emails }: MailServer): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { to } of emails) {
    const address = to?.[0]?.address ?? '';
    counts.set(address, (counts.get(address) ?? 0) + 1);
  }
  return counts;
}

async function compare(
  stage: Stage,
  { invited, received, kills }: { invited: string[]; received: Map<string, number>; kills: number },
): Promise<Outcome> {
  const missingAddresses = invited.filter((address) => !received.has(address));
  const repeated = [...received.values()].reduce((sum, count) => sum + count - 1, 0);
  const unknownAddresses = [...received.keys()].filter((address) => !invited.includes(address));
  const outcome = await stage.outcome('kill -9 of the program while it sends emails', kills, [
    `${invited.length} emails; ${repeated} arrived a second time`,
  ]);
  const problems = [
    ...missingAddresses.map((address) => `the email to ${address} never arrived`),
    ...unknownAddresses.map((address) => `an email to ${address} that nobody sent`),
    ...(repeated > kills * sentAtOnce ? [`${repeated} emails arrived again`] : []),
  ];
  return {
    ...outcome,
    acknowledged: invited.length,
    lost: missingAddresses.length,
    problems: [...outcome.problems, ...problems],
  };
}
