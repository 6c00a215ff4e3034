import { Migration } from '@mikro-orm/migrations';

const tables = [
  'resource',
  'sermon',
  'nugget',
  'church_event',
  'announcement',
  'bible_study',
  'brothers_content',
];

/**
 * Gives content a version, which `If-Match` names, and the user who saved it last. A constant
 * default does not rewrite the tables.
 */
export class ContentVersions extends Migration {
  override up(): void {
    for (const table of tables)
      this.addSql(
        `alter table ${table}
           add column version int not null default 1,
           add column updated_by uuid`,
      );
  }
}
