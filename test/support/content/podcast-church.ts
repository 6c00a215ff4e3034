import { parseRssFeed } from 'feedsmith';
import type { PublicPodcast, Sermon } from '#libs/contracts';
import { startApp, under, type Client, type TestApp } from '../app.js';
import { tone } from '../audio.js';
import { uploadFile } from './uploads.js';

/** The fields of the sermon with a recording, except its recording. */
const vine = {
  title: 'The vine & the <branches>',
  description: 'On staying where one grows.',
  preacher: 'Samuel Okafor',
  date: '2026-03-01',
  isActive: true,
};

/** A church with sermons, whose public podcast is at `grace.example`, and another church. */
export class PodcastChurch {
  readonly app: TestApp;
  /** the id of the church */
  readonly grace: string;
  readonly admin: Client;
  /** a visitor of the church's host, who is not signed in */
  readonly visitor: Client;
  /** an active sermon with a recording of three seconds */
  readonly sermon: Sermon;
  /** an inactive sermon with a recording */
  readonly hidden: Sermon;

  private constructor(app: TestApp, grace: string, sermons: { sermon: Sermon; hidden: Sermon }) {
    this.app = app;
    this.grace = grace;
    this.admin = app.as('admin@grace.test');
    this.visitor = under(app, 'grace.example');
    this.sermon = sermons.sermon;
    this.hidden = sermons.hidden;
  }

  /** Starts the program and creates the sermons. */
  static async start(): Promise<PodcastChurch> {
    const app = await startApp({
      env: { BASE_URL: 'http://people.example', PORTAL_HOST: 'portal.example' },
    });
    const grace = await app.church('grace', { name: 'Grace & Peace' });
    for (const role of ['admin', 'pastor'] as const)
      await app.person(grace, { email: `${role}@grace.test`, role });
    await app.person(await app.church('hope'), { email: 'admin@hope.test', role: 'admin' });
    const admin = app.as('admin@grace.test');
    const createSermon = async (fields: object) => {
      const { body } = await admin.post<Sermon>('/api/sermons', {
        title: 'A sermon',
        description: 'On staying where one grows.',
        ...fields,
      });
      return body;
    };
    const sermon = await createSermon({ ...vine, uploadId: await uploadFile(admin, tone(3)) });
    await createSermon({
      title: 'From elsewhere',
      date: '2026-02-01',
      audioUrl: 'https://recordings.example/ruth.m4a',
      durationMinutes: 20,
    });
    const hidden = await createSermon({
      title: 'A draft',
      date: '2026-04-01',
      isActive: false,
      uploadId: await uploadFile(admin, tone(1)),
    });
    await createSermon({ title: 'Only to watch', videoUrl: 'https://youtu.be/dQw4w9WgXcQ' });
    return new PodcastChurch(app, grace, { sermon, hidden });
  }

  /** Turns the podcast on and restores the fields of the sermon with a recording. */
  async reset(): Promise<void> {
    await this.turnPodcast(true);
    await this.admin.put(`/api/sermons/${this.sermon.id}`, vine);
  }

  /** Turns the podcast of the church of `client` on or off. */
  turnPodcast(isOn: unknown, client = this.admin) {
    return client.put<PublicPodcast>('/api/church/podcast', { isOn });
  }

  /** Returns the parsed feed of the podcast. */
  async readFeed() {
    return parseRssFeed((await this.visitor.get('/podcast.xml')).text);
  }

  /** Returns the audit entries about the podcast, the oldest first. */
  listPodcastActions(): Promise<{ action: string; details: object }[]> {
    return this.app.database.asSuperuser<{ action: string; details: object }>(
      `select action, details
         from audit_entry
        where organization_id = $1
          and action like 'podcast%'
        order by id`,
      [this.grace],
    );
  }
}

/** Returns the path of a sermon's recording in the podcast. */
export const recordingPath = ({ id }: Sermon): string => `/podcast/${id}/sermon.wav`;
