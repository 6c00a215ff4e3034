import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ContentImport, Resource, Sermon } from '#libs/contracts';
import { startApp, type Client, type TestApp } from '../../support/app.js';

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await startApp();
  const grace = await app.church('grace');
  for (const role of ['admin', 'member'] as const)
    await app.person(grace, { email: `${role}@grace.test`, role });
  await app.person(await app.church('hope'), { email: 'admin@hope.test', role: 'admin' });
  admin = app.as('admin@grace.test');
});
afterAll(() => app.close());
beforeEach(() => app.database.asSuperuser('delete from sermon; delete from resource'));

async function look(kind: string, text: string | Uint8Array, name = 'file.csv') {
  const form = new FormData();
  form.set('kind', kind);
  form.set('file', new Blob([text]), name);
  const answer = await fetch(`${app.url}/api/content-imports`, {
    method: 'POST',
    body: form,
    headers: { cookie: await app.cookieOf('admin@grace.test') },
  });
  return {
    status: answer.status,
    body: (await answer.json()) as ContentImport & { message: string },
  };
}
const commit = (id: string, client = admin) =>
  client.post<ContentImport>(`/api/content-imports/${id}/commit`);
const sermons = async () => (await admin.get<Sermon[]>('/api/sermons?sort=date')).body;
const countWaitingJobs = async () =>
  (
    await app.database.asSuperuser<{ n: number }>(
      `select count(*)::int as n from jobs.job where name = 'published'`,
    )
  )[0]!.n;

describe('the import of a file of sermons', () => {
  const csv =
    'Title;Description;Speaker;Date;Duration;Video URL;Tags\n' +
    'The vine;On staying where one grows.;Samuel Okafor;2025-03-02;0:41:20;' +
    'https://youtu.be/dQw4w9WgXcQ;Abide|John\n' +
    'Short;x;;2025-03-09;;;\n' +
    'No date;What was preached then.;;;;;\n' +
    'The vine;On staying where one grows.;;2025-03-02;;;\n' +
    '"Grâce; encore";"Une prédication, lue.";;2025-03-16;30;;\n';

  it('shows a preview first, then publishes all new rows without notifications', async () => {
    const { status, body } = await look('sermons', csv);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      status: 'ready',
      counts: { total: 5, new: 2, duplicate: 1, rejected: 2 },
      errors: [
        { row: 3, message: 'Row 3: Description must be at least 10 characters' },
        { row: 4, message: 'Row 4: Please enter a valid date' },
      ],
    });
    expect(await sermons()).toEqual([]);
    expect((await commit(body.id)).body).toMatchObject({ status: 'committed', counts: { new: 2 } });
    expect(await sermons()).toMatchObject([
      {
        title: 'The vine',
        preacher: 'Samuel Okafor',
        date: '2025-03-02',
        durationMinutes: 41,
        videoUrl: 'https://youtu.be/dQw4w9WgXcQ',
        tags: ['Abide', 'John'],
        isActive: true,
      },
      { title: 'Grâce; encore', date: '2025-03-16', durationMinutes: 30 },
    ]);
    expect(await countWaitingJobs()).toBe(0);
    expect((await commit(body.id)).status).toBe(409);
    expect((await look('sermons', csv)).body.counts).toEqual({
      total: 5,
      new: 0,
      duplicate: 3,
      rejected: 2,
    });
  });

  it('is committed once by simultaneous requests', async () => {
    const { body } = await look(
      'sermons',
      'title,description,date\nAt once,Two of them press the button.,2025-04-06\n',
    );
    expect(
      (await Promise.all([commit(body.id), commit(body.id)])).map(({ status }) => status).sort(),
    ).toEqual([200, 409]);
    expect((await sermons()).filter(({ title }) => title === 'At once')).toHaveLength(1);
  });

  it('is visible only to admins of the church', async () => {
    const { body } = await look(
      'sermons',
      'title,description,date\nOurs alone,Nobody else brings it in.,2025-05-04\n',
    );
    expect((await commit(body.id, app.as('admin@hope.test'))).status).toBe(404);
    expect((await commit(body.id, app.as('member@grace.test'))).status).toBe(403);
    expect((await admin.delete(`/api/content-imports/${body.id}`)).status).toBe(204);
    expect((await commit(body.id)).status).toBe(404);
  });
});

/** Ten entities, each of which contains the one before ten times. */
const nestedEntities = [
  '<!ENTITY a "aaaaaaaaaa">',
  ...Array.from('bcdefghij', (name, index) => {
    const previous = 'abcdefghi'[index]!;
    return `<!ENTITY ${name} "${`&${previous};`.repeat(10)}">`;
  }),
].join('');

const escapeMarkup = (html: string): string => html.replaceAll('<', '&lt;').replaceAll('>', '&gt;');

describe('the import of a feed', () => {
  const rss = `<?xml version="1.0"?>
    <rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel>
      <title>Sermons</title><link>https://x.example</link><description>d</description>
      <item>
        <title>Salt &amp; light</title>
        <description>${escapeMarkup(
          '<p>It is not seen, and <b>missed</b> at once.</p><script>alert(1)</script>',
        )}</description>
        <pubDate>Mon, 05 Jan 2026 02:30:00 GMT</pubDate>
        <enclosure url="https://cdn.example/salt.mp3" length="5" type="audio/mpeg"/>
        <itunes:duration>27:10</itunes:duration>
        <itunes:author>Samuel Okafor</itunes:author>
      </item>
      <item>
        <title>Bad link</title>
        <description>The audio of this one lies nowhere.</description>
        <pubDate>Mon, 12 Jan 2026 15:00:00 GMT</pubDate>
        <enclosure url="javascript:alert(1)" length="5" type="audio/mpeg"/>
      </item>
    </channel></rss>`;
  const atom = `<?xml version="1.0"?>
    <feed xmlns="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/">
      <id>x</id><title>Channel</title><updated>2026-01-01T00:00:00Z</updated>
      <entry>
        <id>yt:video:dQw4w9WgXcQ</id>
        <title>Peace, be still</title>
        <link rel="alternate" href="https://www.youtube.com/watch?v=dQw4w9WgXcQ"/>
        <author><name>Grace</name></author>
        <published>2026-02-01T16:00:00+00:00</published>
        <updated>2026-02-01T16:00:00+00:00</updated>
        <media:group>
          <media:title>Peace</media:title>
          <media:thumbnail url="https://i.ytimg.com/vi/dQw4w9WgXcQ/hqdefault.jpg"/>
          <media:description>He slept. What the sleeping tells us.</media:description>
        </media:group>
      </entry>
    </feed>`;

  it('adds sermons of a podcast with audio, local date and plain text', async () => {
    const { body } = await look('sermons', rss, 'feed.xml');
    expect(body).toMatchObject({
      counts: { total: 2, new: 1, rejected: 1 },
      errors: [{ row: 2, message: 'Row 2: Please enter a web address that begins with https://' }],
    });
    await commit(body.id);
    const salt = (await sermons()).find(({ title }) => title === 'Salt & light');
    expect(salt).toMatchObject({
      date: '2026-01-04',
      durationMinutes: 27,
      preacher: 'Samuel Okafor',
      audioUrl: 'https://cdn.example/salt.mp3',
    });
    expect(salt!.description).not.toContain('<');
  });

  it('adds sermons or resources of a video channel with their videos', async () => {
    await commit((await look('resources', atom, 'videos.xml')).body.id);
    expect((await admin.get<Resource[]>('/api/resources')).body).toMatchObject([
      {
        title: 'Peace, be still',
        resourceType: 'video',
        videoUrl: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
        description: 'He slept. What the sleeping tells us.',
      },
    ]);
    expect((await look('sermons', atom, 'videos.xml')).body).toMatchObject({
      counts: { new: 1 },
      rows: [{ title: 'Peace, be still', detail: '2026-02-01 · Grace' }],
    });
  });

  it('is refused with an explanation if it is no feed, an entity bomb or empty', async () => {
    const bomb =
      `<?xml version="1.0"?><!DOCTYPE r [${nestedEntities}]><rss version="2.0"><channel>` +
      '<title>&j;</title><item><title>&j;</title></item></channel></rss>';
    for (const [text, message] of [
      [
        '<html><body>no feed</body></html>',
        'This file is neither CSV nor the feed of a podcast or a video channel (RSS, Atom).',
      ],
      ['', 'Please choose a file.'],
      [
        'a,b\n1,2\n',
        'The file needs the column “title”; there may be: description, preacher, date, ' +
          'durationMinutes, videoUrl, audioUrl, thumbnailUrl, tags.',
      ],
    ] as const)
      expect({ text, ...(await look('sermons', text)) }).toMatchObject({
        text,
        status: 400,
        body: { message },
      });
    const answer = await look('sermons', bomb, 'bomb.xml');
    expect([201, 400]).toContain(answer.status);
    expect(JSON.stringify(answer.body).length).toBeLessThan(100_000);
    expect((await look('nuggets', 'title\nx\n')).status).toBe(400);
  });
});
