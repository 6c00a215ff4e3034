import { METHOD_METADATA } from '@nestjs/common/constants.js';
import { MetadataScanner, ModulesContainer } from '@nestjs/core';
import {
  roles,
  type Fundraiser,
  type ImportAnswer,
  type ImportGiver,
  type ImportLayout,
  type Pledge,
} from '#libs/contracts';
import { allRoutes, type Access, type RouteDefinition } from '#libs/contracts/routes';
import { fastifyPath, ownTransactionKey, routeOf } from '#libs/http';
import { give, giveAsGuest, type TestApp } from './app.js';
import { upload } from './imports.js';
import { addSiteImage } from './pictures.js';

/** A route of the table, with its path in the form of the server: `/api/sermons/:id`. */
export interface Route {
  /** method and path */
  name: string;
  method: string;
  path: string;
  access: Access;
  definition: RouteDefinition;
}

export const tableOfRoutes: readonly Route[] = allRoutes.map((definition) => {
  const { method, access } = definition;
  const path = fastifyPath(definition.path);
  return { name: `${method} ${path}`, method, path, access, definition };
});

/** Lists the method and path of every route that the router of the running application has. */
export function routesOfServer(app: TestApp): string[] {
  const tree = app.app.getHttpAdapter().getInstance().printRoutes({ commonPrefix: false });
  const names: string[] = [];
  const parents: string[] = [];
  for (const line of tree.split('\n')) {
    const match = /^((?:[│ ] {3})*)[├└]── (\S+) \(([A-Z, ]+)\)$/.exec(line);
    if (!match) continue;
    const depth = match[1]!.length / 4;
    parents.length = depth;
    parents[depth] = match[2]!;
    for (const method of match[3]!.split(', ')) names.push(`${method} ${parents.join('')}`);
  }
  return names;
}

/** A method of a controller that answers requests. */
export interface ControllerMethod {
  /** `SermonsController.add` */
  name: string;
  /** undefined if the method is not decorated with a route of the table */
  definition: RouteDefinition | undefined;
  hasOwnTransaction: boolean;
}

/** Returns the names of the methods of a class, including inherited ones. */
const namesOfMethods = (prototype: object): string[] =>
  new MetadataScanner().getAllMethodNames(prototype);

/** Lists every method of the controllers of the running application that answers requests. */
export function controllerMethodsOf(app: TestApp): ControllerMethod[] {
  return [...app.app.get(ModulesContainer).values()]
    .flatMap(({ controllers }) => [...controllers.values()])
    .flatMap(({ metatype }) => {
      const { name, prototype } = metatype as { name: string; prototype: Record<string, object> };
      return namesOfMethods(prototype)
        .filter((key) => Reflect.hasMetadata(METHOD_METADATA, prototype[key]!))
        .map((key) => ({
          name: `${name}.${key}`,
          definition: routeOf(prototype[key]!),
          hasOwnTransaction: [prototype[key]!, metatype as object].some(
            (target) => Reflect.getMetadata(ownTransactionKey, target) === true,
          ),
        }));
    });
}

/**
 * Creates the church Grace with a user of each role (`ROLE@grace.test`) and with an object for each
 * id in the path of a route, the church Hope with an admin, and a super administrator. Returns the
 * ids of the objects. The key of each id is the part of the path before `:id`.
 */
export async function fillChurches(app: TestApp): Promise<Record<string, string>> {
  const [grace, hope] = [await app.church('grace'), await app.church('hope')];
  for (const role of roles) await app.person(grace, { email: `${role}@grace.test`, role });
  const pending = await app.person(grace, { email: 'pending@grace.test', isApproved: false });
  await app.person(grace, { email: 'suspended@grace.test', role: 'secretary', isSuspended: true });
  await app.person(hope, { email: 'admin@hope.test', role: 'admin' });
  await app.superAdmin('owner@platform.test');
  const admin = app.as('admin@grace.test');
  const hannah = await app.person(grace, { email: 'hannah@grace.test' });
  const donation = await give(admin, hannah.id);
  await giveAsGuest(admin, 'Some Guest');
  const fundraiser = (
    await admin.post<Fundraiser>('/api/fundraisers', {
      title: 'Roof',
      description: 'A dry house',
      goal: 100,
    })
  ).body;
  const pledge = (await admin.post<Pledge>('/api/pledges', { amount: 100, year: 2025 })).body;
  const importId = (
    await upload(
      admin,
      'email,amount,paymentmethod,date,campaign,notes\nhannah@grace.test,25.00,Cash,2025-01-05,,\n',
    )
  ).body.id;
  const { id: mappedId } = (
    await upload(admin, 'Who,Sum,Day\nhannah@grace.test,25.00,2025-01-05\n')
  ).body;
  await admin.put(`/api/admin/donation-imports/${mappedId}/mapping`, {
    columns: { email: 0, amount: 1, date: 2 },
    defaults: { paymentMethod: 'Cash' },
  });
  const layout = (await admin.get<ImportLayout[]>('/api/admin/import-layouts')).body[0]!;
  const givers = `/api/admin/donation-imports/${importId}/givers`;
  await admin.patch(givers, {
    givers: (await admin.get<ImportGiver[]>(givers)).body.map(({ key }) => key),
    answer: 'member',
    donorId: hannah.id,
  });
  const answer = (await admin.get<ImportAnswer[]>('/api/admin/import-answers')).body[0]!;
  const image = await addSiteImage(admin, 'logo', 'Logo');
  const words = { title: 'Some words', description: 'Words that say more of it.' };
  const contents: Record<string, object> = {
    resources: { ...words, content: 'Read it aloud.' },
    sermons: words,
    nuggets: { ...words, videoUrl: 'https://youtu.be/dQw4w9WgXcQ' },
    events: { ...words, location: 'The hall', date: '2126-01-05T18:00:00' },
    'bible-studies': { title: 'Ruth', content: 'Of being faithful.' },
    'brothers-in-christ': { title: 'Iron', content: 'Sharpens iron.' },
    announcements: { title: 'Picnic', content: 'On the lawn.' },
  };
  const contentIds: Record<string, string> = {};
  for (const [kind, body] of Object.entries(contents))
    contentIds[`api/${kind}`] = (await admin.post<{ id: string }>(`/api/${kind}`, body)).body.id;
  const contentForm = new FormData();
  contentForm.set('kind', 'sermons');
  contentForm.set(
    'file',
    new Blob(['title,description,date\nThe vine,On staying where one grows,2025-01-05\n']),
    'sermons.csv',
  );
  const contentUpload = await fetch(`${app.url}/api/content-imports`, {
    method: 'POST',
    body: contentForm,
    headers: { cookie: await app.cookieOf('admin@grace.test') },
  });
  contentIds['api/content-imports'] = ((await contentUpload.json()) as { id: string }).id;
  const begun = await admin.send('POST', '/api/uploads', undefined, {
    'tus-resumable': '1.0.0',
    'upload-length': '44',
  });
  const uploadId = begun.headers.get('location')!.split('/').at(-1)!;
  const message = (
    await app.as('member@grace.test').post<{ id: string }>('/api/messages', {
      subject: 'A question',
      content: 'When do we sing again?',
    })
  ).body.id;
  const ticket = (
    await app.as('member@grace.test').post<{ id: string }>('/api/support-tickets', {
      subject: 'The projector',
      description: 'It stays dark on Sundays.',
    })
  ).body.id;
  return {
    'api/support-tickets': ticket,
    fileId: uploadId,
    'api/messages': message,
    'api/admin/donations': donation.id,
    'api/fundraisers': fundraiser.id,
    'api/pledges': pledge.id,
    'api/admin/donation-imports': importId,
    'api/admin/import-answers': answer.id,
    'api/admin/import-layouts': layout.id,
    'api/users': pending.id,
    'api/admin/users': hannah.id,
    'api/site-images': image.id,
    ...contentIds,
    'api/user-resources': contentIds['api/resources']!,
    'api/uploads': uploadId,
    'api/files': uploadId,
    token: 'nobodys',
    secret: 'nobodys',
    kind: 'calendar',
    podcast: contentIds['api/sermons']!,
    name: 'sermon.mp3',
    donorId: hannah.id,
    userId: hannah.id,
    year: '2025',
  };
}

/** Returns the path of a route with the ids of Grace's objects, which `fillChurches` returns. */
export const filled = ({ path }: Route, ids: Record<string, string>) =>
  path.replace(
    /:(\w+)/g,
    (_, name: string) => ids[name] ?? ids[path.slice(1, path.indexOf('/:'))]!,
  );
