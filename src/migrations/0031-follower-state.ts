import { Migration } from '@mikro-orm/migrations';

/** What the process that follows an event store reports about itself, for the other processes. */
export class FollowerState extends Migration {
  override up(): void {
    this.addSql(
      `alter table event_follower
         add column troubles jsonb not null default '[]',
         add column reported_at timestamptz`,
    );
  }
}
