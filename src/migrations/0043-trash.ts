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
 * Lets deleted content wait in the trash. `was_active` is what `is_active` was before the deletion,
 * which sets it to false. New columns without a default do not rewrite the tables.
 */
export class Trash extends Migration {
  override up(): void {
    for (const table of tables)
      this.addSql(
        `alter table ${table}
           add column deleted_at timestamptz,
           add column deleted_by uuid,
           add column was_active boolean`,
      );
  }
}
