import {
  Inject,
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Database } from '#libs/database';
import { sweepImages } from '#libs/images';
import { userPictureColumns } from '../identity/index.js';
import { contentPictureColumns, Files } from '../content/index.js';
import { SweepDrafts } from '../giving/index.js';
import { swept } from './metrics.js';
import { churchIds, sitePictureColumns } from '../tenancy/index.js';

/** Milliseconds between two sweeps, and before the first. */
const every = 3_600_000;
const first = 60_000;

/** Rows of platform tables that are worth nothing anymore; what opened a door first of all. */
const ofPlatform = {
  session: 'expire < now() or expires_finally_at < now()',
  login_step: 'expires_at < now()',
  factor_challenge: 'expires_at < now()',
  sent_code: 'expires_at < now()',
  // an expired link still says which church somebody was asked into, so that it can be sent again
  account_token: `expires_at < now() - interval '1 month'`,
  letter_request: `at < now() - interval '1 day'`,
  sign_in_failure: `last_at < now() - interval '30 days'`,
  inbound_letter: `at < now() - interval '30 days'`,
  upload_lock: `expires_at < now() - interval '1 hour'`,
  platform_idempotent_request: `created_at < now() - interval '24 hours'`,
};
/** The same of every church. */
const ofChurch = {
  idempotent_request: `created_at < now() - interval '24 hours'`,
  content_import: `created_at < now() - interval '30 days'`,
  content_view: `day < current_date - 2`,
  notification: `sent_at < now() - interval '1 year'`,
};

/** Every column that may name a picture (a test holds that none is missing). */
export const pictureColumns = [
  ...userPictureColumns,
  ...sitePictureColumns,
  ...contentPictureColumns,
];

/** Takes away what nobody needs anymore: the one place that says how long anything is kept. In each hour one process does it. */
@Injectable()
export class Sweeper implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #log = new Logger('sweeper');
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<unknown> = Promise.resolve();

  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(CommandBus) private readonly commands: CommandBus,
    @Inject(Files) private readonly files: Files,
  ) {}

  onApplicationBootstrap(): void {
    const again = (after: number) => {
      this.#timer = setTimeout(() => {
        this.#running = this.sweep()
          .catch((error: unknown) => this.#log.error({ message: 'not swept', error }))
          .finally(() => again(every));
      }, after);
      this.#timer.unref();
    };
    again(first);
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#running;
  }

  /** Gives how many rows of each kind were taken away; null while another process does it. */
  async sweep(): Promise<Record<string, number> | null> {
    const done = await this.db.exclusively('sweep', async () => {
      const counts: Record<string, number> = {};
      const add = (kind: string, count: number) => {
        counts[kind] = (counts[kind] ?? 0) + count;
        swept.inc({ kind }, count);
      };
      for (const [table, where] of Object.entries(ofPlatform)) {
        add(
          table,
          (
            await this.db.platform((tx) =>
              tx.sql(`delete from ${table} where ${where} returning 1`),
            )
          ).length,
        );
      }
      for (const id of await churchIds(this.db)) {
        for (const [table, where] of Object.entries(ofChurch)) {
          add(
            table,
            (
              await this.db.tenant(id, (tx) =>
                tx.sql(`delete from ${table} where organization_id = $1 and ${where} returning 1`, [
                  id,
                ]),
              )
            ).length,
          );
        }
        const { drafts, uploads } = await this.commands.execute(new SweepDrafts(id));
        add('draft', drafts);
        add('upload', uploads);
        add('content_file', await this.files.sweep(id));
        add('image', await this.db.tenant(id, (tx) => sweepImages(tx, pictureColumns)));
      }
      return counts;
    });
    return done?.value ?? null;
  }
}
