import { Migration } from '@mikro-orm/migrations';

/**
 * Makes the table of search texts of `table`. A search text contains the names of a person, a line
 * end, and the email address. Each word begins after a space. So `% word%` finds the beginning of a
 * word, and the texts are sorted by the name.
 *
 * PostgreSQL cannot use an index with trigrams under row-level security, because `like` may not see
 * rows before the policy. Therefore the policy does not apply to the owner of the table, and
 * `findFunction` searches the rows of the church as the owner. The policy does apply to the role of
 * the program.
 */
const searchTable = (options: {
  table: string;
  searchTable: string;
  idColumn: string;
  findFunction: string;
  nameSql: string;
  nameColumns: string;
}): string[] => [
  `create table ${options.searchTable} (
     organization_id uuid not null,
     ${options.idColumn} uuid not null,
     search_key text not null,
     primary key (organization_id, ${options.idColumn}))`,
  `create index ${options.searchTable}_words on ${options.searchTable}
    using gin (organization_id, search_key gin_trgm_ops)`,
  `select protect('${options.searchTable}')`,
  `alter table ${options.searchTable} no force row level security`,
  `create function store_${options.searchTable}() returns trigger language plpgsql as $$
   begin
     insert into ${options.searchTable} values (
       new.organization_id, new.id, search_text(${options.nameSql}, new.email))
     on conflict (organization_id, ${options.idColumn})
       do update set search_key = excluded.search_key;
     return null;
   end $$`,
  `create trigger ${options.searchTable}_stored
    after insert or update of ${options.nameColumns}, email on ${options.table}
    for each row execute function store_${options.searchTable}()`,
  // PostgreSQL uses the index for one pattern only, so callers put the longest word first
  `create function ${options.findFunction}(patterns text[]) returns setof uuid
     language sql stable rows 100 security definer set search_path = public, pg_temp as $$
     select ${options.idColumn}
       from ${options.searchTable}
      where organization_id = nullif(current_setting('app.org', true), '')::uuid
        and search_key like patterns[1]
        and search_key like all(patterns) $$`,
  `revoke execute on function ${options.findFunction} from public`,
];

const statements = [
  `create function search_text(name text, email text) returns text language sql immutable as $$
     select ' ' || search_key(name) || E'\\n ' || search_key(coalesce(email, '')) $$`,
  ...searchTable({
    table: 'donor',
    searchTable: 'donor_search',
    idColumn: 'donor_id',
    findFunction: 'find_donors',
    nameSql: 'new.name',
    nameColumns: 'name',
  }),
  ...searchTable({
    table: 'app_user',
    searchTable: 'user_search',
    idColumn: 'user_id',
    findFunction: 'find_users',
    nameSql: `concat_ws(' ', new.first_name, new.last_name)`,
    nameColumns: 'first_name, last_name',
  }),

  // the trigger sets the sort key of each row of the ledger, whichever statement writes the row
  `create function set_ledger_sort_key() returns trigger language plpgsql as $$
   begin
     new.name_key := search_key(new.name);
     return new;
   end $$`,
  `create trigger ledger_sorted before insert or update of name on ledger
    for each row execute function set_ledger_sort_key()`,

  `insert into church_conversion values ('search of users',
     '00000000-0000-0000-0000-000000000000')`,
];

/**
 * Stores search keys of donors and users, and sorts the ledger by search keys. The keys of existing
 * rows are stored after the migrations, by `giving/conversion/keys.ts` and
 * `identity/search-conversion.ts`.
 */
export class SearchTexts extends Migration {
  override up(): void {
    for (const statement of statements) this.addSql(statement);
  }
}
