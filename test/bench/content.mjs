import { json, percentile, sample } from './support.mjs';

/** A church with so much content as one gathers in many years. */
export async function fillContent(client, church, { resources, sermons, events, members }) {
  await client.query(`set app.org = '${church}'`);
  const words = `(array['vine','lamp','bread','river','stone','light','salt','door'])[1 + n % 8]`;
  await client.query(
    `insert into resource
            (organization_id, id, title, description, skill_level, topic, content, added_at)
     select $1, uuidv7(), 'Resource ' || n || ' of the ' || ${words},
            repeat('What to read, and how. ', 8), 'beginner', 'prayer',
            repeat('Words upon words. ', 60), now() - n * interval '1 hour'
       from generate_series(1, ${resources}) n`,
    [church],
  );
  await client.query(
    `insert into sermon (organization_id, id, title, description, preacher, date, tags)
       select $1, uuidv7(), 'Sermon ' || n || ' of the ' || ${words},
              repeat('What was preached. ', 10), 'Samuel Okafor', current_date - n,
              array['Hope', ${words}]
         from generate_series(1, ${sermons}) n`,
    [church],
  );
  await client.query(
    `insert into church_event
            (organization_id, id, title, description, date, series_start, location, recurrence)
     select $1, uuidv7(), 'Event ' || n, 'It happens, and all are welcome.',
            now()::timestamp + (n - ${events / 2}) * interval '6 hours',
            now()::timestamp + (n - ${events / 2}) * interval '6 hours', 'The hall',
            case when n % 10 = 0 then 'FREQ=WEEKLY' end
       from generate_series(1, ${events}) n`,
    [church],
  );
  await client.query(
    `insert into app_user
            (organization_id, id, email, first_name, last_name, is_approved, email_verified)
     select $1, uuidv7(), 'reader' || n || '@bench.test', 'Reader', n::text, true, true
       from generate_series(1, ${members}) n`,
    [church],
  );
  await client.query('vacuum (analyze) resource, sermon, church_event, app_user');
}

/**
 * What the dashboard asks for at once: medians over HTTP, of as many of the simplest calls, and of
 * the same rows by the bare SQL, one after the other.
 */
export async function dashboard(call, client, church, times) {
  const calls = [
    '/api/resources?limit=6&active=true',
    '/api/sermons?limit=1&active=true',
    '/api/events?upcoming=true&limit=3&active=true',
    '/api/announcements?active=true&limit=3',
    '/api/notifications/count',
  ];
  const http = percentile(
    await sample(times, () => Promise.all(calls.map(async (path) => json(await call(path))))),
  );
  const statements = [
    `select * from resource
      where organization_id = $1 and is_active
      order by added_at desc, id desc
      limit 7`,
    `select * from sermon
      where organization_id = $1 and is_active
      order by date desc, id desc
      limit 2`,
    `select * from church_event
      where organization_id = $1 and is_active and date >= now()::timestamp
      order by date, id
      limit 4`,
    `select * from announcement
      where organization_id = $1 and is_active and (expires_at is null or expires_at > now())
      order by priority_rank, created_at desc, id desc
      limit 4`,
    `select count(*) from notification where organization_id = $1 and user_id = $1 and not is_read`,
  ];
  const sql = percentile(
    await sample(times, async () => {
      for (const [index, text] of statements.entries())
        await client.query({ name: `dashboard${index}`, text, values: [church] });
    }),
  );
  const least = percentile(
    await sample(times, () =>
      Promise.all(calls.map(async () => json(await call('/api/auth/user')))),
    ),
  );
  return { http, sql, least };
}

/** A page of the archive's search, in the same three ways. */
export async function archiveSearch(call, client, church, times) {
  const http = percentile(
    await sample(times, async () => json(await call('/api/sermons?q=vine&limit=24&active=true'))),
  );
  const text = `
    select * from sermon
     where organization_id = $1
       and is_active
       and (title ilike $2 or description ilike $2 or preacher ilike $2
            or array_to_string(tags, ' ') ilike $2)
     order by date desc, id desc
     limit 25`;
  const sql = percentile(
    await sample(times, () => client.query({ name: 'archive', text, values: [church, '%vine%'] })),
  );
  const least = percentile(await sample(times, async () => json(await call('/api/auth/user'))));
  return { http, sql, least };
}

/**
 * Publishing to everybody: milliseconds until the call answers, seconds until all are told, and of
 * one INSERT … SELECT of the same rows.
 */
export async function publishing(call, client, church) {
  const count = async (id) =>
    Number(
      (
        await client.query(
          `select count(*)::int as n from notification
            where organization_id = $1 and content_id = $2`,
          [church, id],
        )
      ).rows[0].n,
    );
  const post = (title, isActive) =>
    call('/api/sermons', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ title, description: 'For everybody in church.', isActive }),
    }).then(json);
  const draft = percentile(await sample(15, (n) => post(`Draft ${n}`, false), 3));
  const began = performance.now();
  const { id } = await post('For everybody', true);
  const answered = performance.now() - began;
  const {
    rows: [{ n: people }],
  } = await client.query(
    `select count(*)::int as n from app_user
      where organization_id = $1 and is_approved and not is_suspended and removed_at is null
        and notify_new_sermons`,
    [church],
  );
  while ((await count(id)) < people) await new Promise((resolve) => setTimeout(resolve, 10));
  const told = (performance.now() - began) / 1000;
  const bare = performance.now();
  await client.query(
    `insert into notification
            (organization_id, id, user_id, type, content_id, content_title, message)
     select $1, uuidv7(), id, 'sermon', $2, 'For everybody', 'New sermon: For everybody'
       from app_user
      where organization_id = $1 and is_approved and not is_suspended and removed_at is null
        and notify_new_sermons`,
    [church, church],
  );
  return { draft, answered, told, people, bare: (performance.now() - bare) / 1000 };
}
