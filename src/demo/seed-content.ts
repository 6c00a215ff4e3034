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
  const admin = actorOf(tx, publishers.admin, 'admin');
  const pastor = actorOf(tx, publishers.pastor, 'pastor');
  const get = <T>(provider: abstract new (...parameters: never[]) => T): T =>
    app.get<T>(provider, { strict: false });
  let pictures = 0;
  const addPicture = async () =>
    storeImage(tx, await remake(await landscape(pictures++), cardShape), false);
  const addSound = (number: number, name: string) => {
    const bytes = bells(number);
    return get(Files).receive(admin, name, bytes.length, Readable.from([bytes]));
  };
  await runWithoutNotifications(async () => {
    const sundays = sundaysBefore(today, content.sermons.length);
    for (const [index, { hasAudio, minutes, ...sermon }] of [
      ...content.sermons.entries(),
    ].reverse()) {
      const input = sermonInput.parse({
        ...sermon,
        date: sundays[index],
        durationMinutes: minutes,
        thumbnailUrl: index < 9 ? await addPicture() : null,
        videoUrl: index % 3 === 1 ? video : null,
        uploadId: hasAudio
          ? await addSound(index, `${sermon.title.toLowerCase().replace(/\W+/g, '-')}.wav`)
          : null,
      });
      await get(Sermons).add(tx, admin, input);
    }
    for (const resource of content.resources) {
      const isAudio = 'resourceType' in resource && resource.resourceType === 'audio';
      const input = resourceInput.parse({
        ...resource,
        thumbnailUrl: pictures % 4 === 3 && !('videoUrl' in resource) ? null : await addPicture(),
        ...(isAudio ? { uploadId: await addSound(2, 'old-hundredth.wav') } : {}),
      });
      await get(Resources).add(tx, admin, input);
    }
    for (const nugget of content.nuggets) {
      const thumbnailUrl = await addPicture();
      const input = nuggetInput.parse({ ...nugget, videoUrl: video, thumbnailUrl });
      await get(Nuggets).add(tx, admin, input);
    }
    for (const study of content.studies)
      await get(Studies).add(tx, pastor, bibleStudyInput.parse(study));
    for (const brothers of content.brothers)
      await get(Brothers).add(tx, pastor, brothersInput.parse(brothers));
    for (const { inDays, time, ...event } of content.events) {
      const date = `${dateAfter(today, inDays)}T${time}:00`;
      const input = eventInput.parse({ ...event, date, imageUrl: await addPicture() });
      await get(Events).add(tx, admin, input);
    }
    for (const { inDays, ...announcement } of content.announcements) {
      const expiresAt = inDays === null ? null : dateAfter(today, inDays);
      const input = createAnnouncement.parse({ ...announcement, expiresAt });
      await get(Announcements).add(tx, admin, input);
    }
  });
  await writeSetting(tx, 'about', content.about);
  await writeSetting(tx, 'eventLocation', content.eventLocation);
  await writeSetting(tx, 'pastorFaq', JSON.stringify(content.faq));
  for (const [position, { title, description }] of content.leaders.entries()) {
    const imageUrl = await storeImage(
      tx,
      await remake(await portrait(position), { width: 800, height: 800, fit: 'inside' }),
      true,
    );
    await addSiteImage(tx, { type: 'leadership', title, description, imageUrl, position });
  }
}
