import { Readable } from 'node:stream';
import type { INestApplicationContext } from '@nestjs/common';
import {
  bibleStudyInput,
  brothersInput,
  createAnnouncement,
  eventInput,
  nuggetInput,
  resourceInput,
  sermonInput,
} from '#libs/contracts';
import type { Tx } from '#libs/database';
import { remake } from '#libs/files';
import { storeImage } from '#libs/images';
import {
  Announcements,
  Brothers,
  cardShape,
  Events,
  Files,
  Nuggets,
  Resources,
  Sermons,
  Studies,
  runWithoutNotifications,
} from '../content/index.js';
import { addSiteImage, writeSetting } from '../tenancy/index.js';
import { actorOf } from './actor.js';
import type { DemoContent } from './content/demo-content.js';
import { demoServices } from './content/services.js';
import { bells, landscape, portrait } from './drawings.js';

const day = 86_400_000;
const video = 'https://www.youtube.com/watch?v=aqz-KE-bpKQ';
const dateAfter = (today: string, days: number) =>
  new Date(Date.parse(today) + days * day).toISOString().slice(0, 10);

/** Returns the first and third Sundays of months before `today`, the latest first. */
function sundaysBefore(today: string, count: number): string[] {
  const sundays: string[] = [];
  for (let time = Date.parse(today); sundays.length < count; time -= day) {
    const date = new Date(time);
    if (date.getUTCDay() === 0 && [1, 3].includes(Math.ceil(date.getUTCDate() / 7)))
      sundays.push(date.toISOString().slice(0, 10));
  }
  return sundays;
}

/**
 * Publishes the content of a demo church through the same services as the routes, with generated
 * pictures and sounds.
 * @param publishers the ids of an admin and a pastor
 */
export async function seedContent(
  app: INestApplicationContext,
  tx: Tx,
  publishers: { admin: string; pastor: string },
  content: DemoContent,
  today: string,
): Promise<void> {
  const actors = {
    admin: actorOf(tx, publishers.admin, 'admin'),
    pastor: actorOf(tx, publishers.pastor, 'pastor'),
  };
  const seeder = new ContentSeeder(app, tx, actors, today);
  await runWithoutNotifications(async () => {
    await seeder.addSermons(content.sermons);
    await seeder.addResources(content.resources);
    await seeder.addNuggets(content.nuggets);
    await seeder.addPastoralContent(content);
    await seeder.addEvents(content.events);
    await seeder.addAnnouncements(content.announcements);
  });
  await writeSetting(tx, 'about', content.about);
  await writeSetting(tx, 'eventLocation', content.eventLocation);
  await writeSetting(tx, 'services', JSON.stringify(demoServices));
  await writeSetting(tx, 'pastorFaq', JSON.stringify(content.faq));
  await addLeaders(tx, content.leaders);
}

type ActorOfContent = ReturnType<typeof actorOf>;

/** Publishes the content of a demo church, each kind with the next pictures. */
class ContentSeeder {
  #pictures = 0;

  constructor(
    private readonly app: INestApplicationContext,
    private readonly tx: Tx,
    private readonly actors: { admin: ActorOfContent; pastor: ActorOfContent },
    private readonly today: string,
  ) {}

  async addSermons(sermons: DemoContent['sermons']): Promise<void> {
    const sundays = sundaysBefore(this.today, sermons.length);
    for (const [index, { hasAudio, minutes, ...sermon }] of [...sermons.entries()].reverse()) {
      const fileName = `${sermon.title.toLowerCase().replace(/\W+/g, '-')}.wav`;
      const input = sermonInput.parse({
        ...sermon,
        date: sundays[index],
        durationMinutes: minutes,
        thumbnailUrl: index < 9 ? await this.#addPicture() : null,
        videoUrl: index % 3 === 1 ? video : null,
        uploadId: hasAudio ? await this.#addSound(index, fileName) : null,
      });
      await this.#get(Sermons).add(this.tx, this.actors.admin, input);
    }
  }

  async addResources(resources: DemoContent['resources']): Promise<void> {
    for (const resource of resources) {
      const isAudio = 'resourceType' in resource && resource.resourceType === 'audio';
      const hasNoPicture = this.#pictures % 4 === 3 && !('videoUrl' in resource);
      const input = resourceInput.parse({
        ...resource,
        thumbnailUrl: hasNoPicture ? null : await this.#addPicture(),
        ...(isAudio ? { uploadId: await this.#addSound(2, 'old-hundredth.wav') } : {}),
      });
      await this.#get(Resources).add(this.tx, this.actors.admin, input);
    }
  }

  async addNuggets(nuggets: DemoContent['nuggets']): Promise<void> {
    for (const nugget of nuggets) {
      const thumbnailUrl = await this.#addPicture();
      const input = nuggetInput.parse({ ...nugget, videoUrl: video, thumbnailUrl });
      await this.#get(Nuggets).add(this.tx, this.actors.admin, input);
    }
  }

  /** Adds the Bible studies and the content of Brothers in Christ, which the pastor publishes. */
  async addPastoralContent({
    studies,
    brothers,
  }: Pick<DemoContent, 'studies' | 'brothers'>): Promise<void> {
    const { pastor } = this.actors;
    for (const study of studies)
      await this.#get(Studies).add(this.tx, pastor, bibleStudyInput.parse(study));
    for (const item of brothers)
      await this.#get(Brothers).add(this.tx, pastor, brothersInput.parse(item));
  }

  async addEvents(events: DemoContent['events']): Promise<void> {
    for (const { inDays, time, ...event } of events) {
      const date = `${dateAfter(this.today, inDays)}T${time}:00`;
      const input = eventInput.parse({ ...event, date, imageUrl: await this.#addPicture() });
      await this.#get(Events).add(this.tx, this.actors.admin, input);
    }
  }

  async addAnnouncements(announcements: DemoContent['announcements']): Promise<void> {
    for (const { inDays, ...announcement } of announcements) {
      const expiresAt = inDays === null ? null : dateAfter(this.today, inDays);
      const input = createAnnouncement.parse({ ...announcement, expiresAt });
      await this.#get(Announcements).add(this.tx, this.actors.admin, input);
    }
  }

  #get<T>(provider: abstract new (...parameters: never[]) => T): T {
    return this.app.get<T>(provider, { strict: false });
  }

  async #addPicture(): Promise<string> {
    return storeImage(this.tx, await remake(await landscape(this.#pictures++), cardShape), false);
  }

  #addSound(number: number, name: string): ReturnType<Files['receive']> {
    const bytes = bells(number);
    const source = Readable.from([bytes]);
    return this.#get(Files).receive(this.actors.admin, name, bytes.length, source);
  }
}

async function addLeaders(tx: Tx, leaders: DemoContent['leaders']): Promise<void> {
  for (const [position, { title, description }] of leaders.entries()) {
    const imageUrl = await storeImage(
      tx,
      await remake(await portrait(position), { width: 800, height: 800, fit: 'inside' }),
      true,
    );
    await addSiteImage(tx, { type: 'leadership', title, description, imageUrl, position });
  }
}
