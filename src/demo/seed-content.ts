import { Readable } from 'node:stream';
import type { INestApplicationContext } from '@nestjs/common';
import type { Tx } from '#libs/database';
import { remake } from '#libs/files';
import { keepImage } from '#libs/images';
import {
  AnnouncementsController,
  BrothersController,
  cardShape,
  EventsController,
  Files,
  NuggetsController,
  ResourcesController,
  SermonsController,
  StudiesController,
  withoutNews,
} from '../content/index.js';
import { addSiteImage, writeSetting } from '../tenancy/index.js';
import { actorOf } from './actor.js';
import type { DemoContent } from './content/demo-content.js';
import { bells, landscape, portrait } from './drawn.js';

const day = 86_400_000;
const video = 'https://www.youtube.com/watch?v=aqz-KE-bpKQ';
const dateAfter = (today: string, days: number) =>
  new Date(Date.parse(today) + days * day).toISOString().slice(0, 10);

/** The 1st and 3rd Sundays before `today`, the latest first. */
function sundaysBefore(today: string, count: number): string[] {
  const found: string[] = [];
  for (let at = Date.parse(today); found.length < count; at -= day) {
    const date = new Date(at);
    if (date.getUTCDay() === 0 && [1, 3].includes(Math.ceil(date.getUTCDate() / 7)))
      found.push(date.toISOString().slice(0, 10));
  }
  return found;
}

/**
 * Publishes a demo church's content through the same calls as everything else, with pictures drawn and bells rung for it.
 * @param by the ids of those who publish: an administrator and a pastor
 */
export async function seedContent(
  app: INestApplicationContext,
  tx: Tx,
  by: { admin: string; pastor: string },
  content: DemoContent,
  today: string,
): Promise<void> {
  const admin = actorOf(tx, by.admin, 'admin');
  const pastor = actorOf(tx, by.pastor, 'pastor');
  const of = <T>(controller: abstract new (...of: never[]) => T): T =>
    app.get<T>(controller, { strict: false });
  let drawn = 0;
  const drawing = async () =>
    keepImage(tx, await remake(await landscape(drawn++), cardShape), false);
  const sound = (number: number, name: string) => {
    const bytes = bells(number);
    return of(Files).receive(admin, name, bytes.length, Readable.from([bytes]));
  };
  await withoutNews(async () => {
    const sundays = sundaysBefore(today, content.sermons.length);
    for (const [index, { hasAudio, minutes, ...sermon }] of [
      ...content.sermons.entries(),
    ].reverse()) {
      await of(SermonsController).add(admin, tx, {
        ...sermon,
        date: sundays[index],
        durationMinutes: minutes,
        thumbnailUrl: index < 9 ? await drawing() : null,
        videoUrl: index % 3 === 1 ? video : null,
        uploadId: hasAudio
          ? await sound(index, `${sermon.title.toLowerCase().replace(/\W+/g, '-')}.wav`)
          : null,
      });
    }
    for (const resource of content.resources) {
      const isAudio = 'resourceType' in resource && resource.resourceType === 'audio';
      await of(ResourcesController).add(admin, tx, {
        ...resource,
        thumbnailUrl: drawn % 4 === 3 && !('videoUrl' in resource) ? null : await drawing(),
        ...(isAudio ? { uploadId: await sound(2, 'old-hundredth.wav') } : {}),
      });
    }
    for (const nugget of content.nuggets)
      await of(NuggetsController).add(admin, tx, {
        ...nugget,
        videoUrl: video,
        thumbnailUrl: await drawing(),
      });
    for (const study of content.studies) await of(StudiesController).add(pastor, tx, study);
    for (const brothers of content.brothers)
      await of(BrothersController).add(pastor, {
        body: brothers,
        isMultipart: () => false,
      } as never);
    for (const { inDays, time, ...event } of content.events)
      await of(EventsController).add(admin, tx, {
        ...event,
        date: `${dateAfter(today, inDays)}T${time}:00`,
        imageUrl: await drawing(),
      });
    for (const { inDays, ...announcement } of content.announcements)
      await of(AnnouncementsController).add(admin, tx, {
        ...announcement,
        expiresAt: inDays === null ? null : dateAfter(today, inDays),
      });
  });
  await writeSetting(tx, 'about', content.about);
  await writeSetting(tx, 'eventLocation', content.eventLocation);
  await writeSetting(tx, 'pastorFaq', JSON.stringify(content.faq));
  for (const [position, { title, description }] of content.leaders.entries()) {
    const imageUrl = await keepImage(
      tx,
      await remake(await portrait(position), { width: 800, height: 800, fit: 'inside' }),
      true,
    );
    await addSiteImage(tx, { type: 'leadership', title, description, imageUrl, position });
  }
}
