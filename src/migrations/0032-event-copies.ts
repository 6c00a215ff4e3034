import { Migration } from '@mikro-orm/migrations';

/**
 * Copies of the events that the journal names and EventStoreDB contains, from which EventStoreDB
 * can be restored.
 */
export class EventCopies extends Migration {
  override up(): void {
    this.addSql(
      `create table event_copy (
         organization_id uuid not null references organization,
         stream text not null,
         revision int not null,
         id uuid not null,
         type text not null,
         version int not null,
         data text not null,
         metadata text not null,
         recorded_at timestamptz not null,
         primary key (organization_id, stream, revision))`,
    );
    this.addSql(`select protect('event_copy')`);
  }
}
