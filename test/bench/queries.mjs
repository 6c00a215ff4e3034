import { json, percentile, sample } from './support.mjs';

const sorts = ['name', '-name', 'total', '-total', 'count', '-count', 'year', '-year'];
const order = {
  name: ['name_key', 'donor_id', 'year'],
  year: ['year', 'name_key', 'donor_id'],
  total: ['total', 'donor_id', 'year'],
  count: ['count', 'donor_id', 'year'],
};

/**
 * Worst ratio over all sorts of a ledger page over HTTP to the SQL of the same page and totals,
 * medians.
 */
export async function ledgerPages(call, client, church, times) {
  const results = [];
  await client.query(`set app.org = '${church}'`);
  const build = `(select build from projection where organization_id = $1 and name = 'donations')`;
  for (const sort of sorts) {
    const columns = order[sort.replace('-', '')]
      .map((column) => `${column} ${sort.startsWith('-') ? 'desc' : 'asc'}`)
      .join(', ');
    const http = await sample(times, async () =>
      json(await call(`/api/admin/church-ledger?limit=50&sort=${sort}`)),
    );
    const sql = await sample(times, async () => {
      await client.query({
        name: `page${sort}`,
        text: `
          select * from ledger
           where organization_id = $1 and build = ${build}
           order by ${columns}
           limit 51`,
        values: [church],
      });
      await client.query({
        name: 'totals',
        text: `
          select coalesce(sum(amount), 0)::bigint, coalesce(sum(donations), 0)::int, count(*)::int
            from (select sum(total) as amount, sum(count) as donations
                    from ledger
                   where organization_id = $1 and build = ${build}
                   group by donor_id) d`,
        values: [church],
      });
    });
    results.push({
      sort,
      http: percentile(http),
      sql: percentile(sql),
      ratio: percentile(http) / percentile(sql),
    });
  }
  return results.sort((one, other) => other.ratio - one.ratio);
}

/** Median milliseconds of a member's own history. */
export async function history(call, times) {
  const [user] = [await json(await call('/api/auth/user'))];
  return percentile(
    await sample(times, async () => json(await call(`/api/donations?userId=${user.id}`))),
  );
}
