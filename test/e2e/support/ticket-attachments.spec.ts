import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Ticket, TicketMessage } from '#libs/contracts';
import { startApp, type TestApp } from '../../support/app.js';
import { picture } from '../../support/pictures.js';

const tus = { 'tus-resumable': '1.0.0' };
const forTicket = (name: string) =>
  `use ${Buffer.from('ticket').toString('base64')},filename ` +
  Buffer.from(name).toString('base64');
let app: TestApp;
let grace: string;
beforeAll(async () => {
  app = await startApp();
  grace = await app.church('grace');
  await app.superAdmin('owner@platform.test');
  for (const role of ['admin', 'support', 'member'] as const)
    await app.person(grace, { email: `${role}@grace.test`, role });
  await app.person(grace, { email: 'other@grace.test' });
  await app.person(await app.church('hope'), { email: 'member@hope.test' });
});
afterAll(() => app.close());

const begin = (email: string, length: number, metadata: string | null, address = '/api/uploads') =>
  app.as(email).send('POST', address, undefined, {
    ...tus,
    'upload-length': String(length),
    ...(metadata === null ? {} : { 'upload-metadata': metadata }),
  });
/** Uploads a file. Returns the status of the last answer, and the id. */
const upload = async (email: string, name: string, bytes: Uint8Array, address?: string) => {
  const begun = await begin(email, bytes.length, forTicket(name), address);
  if (begun.status !== 201) return { status: begun.status, id: '' };
  const uploadPath = begun.headers.get('location')!;
  const { status } = await app.as(email).send('PATCH', uploadPath, bytes, {
    ...tus,
    'upload-offset': '0',
    'content-type': 'application/offset+octet-stream',
  });
  return { status, id: uploadPath.split('/').at(-1)!.slice(0, 36) };
};
const png = () => picture(20, 20).png().toBuffer();
const open = (email: string, attachments: string[] = []) =>
  app.as(email).post<Ticket>('/api/support-tickets', {
    subject: 'See this',
    description: 'It is in the picture.',
    attachments,
  });

describe('an attachment of a ticket', () => {
  it('can be uploaded by members only for tickets, up to ten megabytes', async () => {
    expect((await begin('member@grace.test', 1000, null)).status).toBe(403);
    expect(
      (await begin('member@grace.test', 1000, `use ${Buffer.from('sermon').toString('base64')}`))
        .status,
    ).toBe(403);
    expect(
      (await begin('member@grace.test', 10 * 1024 * 1024 + 1, forTicket('a.png'))).status,
    ).toBe(413);
    expect((await begin('admin@grace.test', 1000, null)).status).toBe(201);
    const { status, id } = await upload('member@grace.test', 'a.png', await png());
    expect(status).toBe(204);
    // Its upload cannot be used for published content, either.
    expect(
      (
        await app.as('admin@grace.test').post('/api/sermons', {
          title: 'The vine',
          description: 'On staying where one grows',
          uploadId: id,
        })
      ).status,
    ).toBe(400);
  });

  it.each([
    [
      'a program',
      'lamp.png',
      Buffer.from('MZ\x90\x00\x03\x00\x00\x00\x04\x00\x00\x00\xff\xff', 'latin1'),
    ],
    ['an HTML page', 'lamp.txt', Buffer.from('<!doctype html><script>alert(1)</script>')],
    [
      'an SVG with a script',
      'lamp.svg',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
    ],
    ['bytes of an unknown type', 'lamp.pdf', Buffer.from([0, 1, 2, 3, 4, 5, 250, 251])],
  ])('cannot be %s, whatever its name is', async (_what, name, bytes) => {
    expect((await upload('member@grace.test', name, bytes)).status).toBe(415);
  });

  it('can be a text, which browsers do not run', async () => {
    const { id } = await upload(
      'member@grace.test',
      'gifts.csv',
      Buffer.from('email,amount\nhannah@grace.test,25.00\n'),
    );
    const [address] = (await open('member@grace.test', [id])).body.attachments;
    const answer = await app.as('support@grace.test').get(address!);
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment/);
    expect(answer.headers.get('content-security-policy')).toContain('sandbox');
  });

  it('must be the user’s own and complete, and can be used once', async () => {
    const { id } = await upload('member@grace.test', 'a.png', await png());
    for (const email of ['other@grace.test', 'admin@grace.test', 'member@hope.test'])
      expect((await open(email, [id])).status).toBe(400);
    expect((await open('member@grace.test', ['01a1fc63-f841-71e3-ad8c-fa6353f799cd'])).status).toBe(
      400,
    );
    const halfUpload = (await begin('member@grace.test', 1000, forTicket('half.png'))).headers
      .get('location')!
      .split('/')
      .at(-1)!;
    expect((await open('member@grace.test', [halfUpload])).status).toBe(400);
    // The refused requests have not used the first attachment.
    expect((await open('member@grace.test', [id, halfUpload])).status).toBe(400);
    expect(
      (
        await open(
          'member@grace.test',
          Array.from({ length: 6 }, () => id),
        )
      ).status,
    ).toBe(400);
    const { status, body } = await open('member@grace.test', [id]);
    expect(status).toBe(201);
    expect((await open('member@grace.test', [id])).status).toBe(400);
    expect((await app.as('other@grace.test').get(body.attachments[0]!)).status).toBe(404);
    expect((await app.as('member@hope.test').get(body.attachments[0]!)).status).toBe(404);
    expect((await app.as('member@grace.test').get(`/api/files/${id}`)).status).toBe(404);
  });

  it('is visible to users who may read notes if it belongs to an internal note', async () => {
    const ticket = (await open('member@grace.test')).body.id;
    const { id } = await upload('admin@grace.test', 'plan.png', await png());
    const note = (
      await app
        .as('admin@grace.test')
        .post<TicketMessage>(`/api/support-tickets/${ticket}/messages`, {
          message: 'Between us',
          isInternal: true,
          attachments: [id],
        })
    ).body;
    expect((await app.as('support@grace.test').get(note.attachments[0]!)).status).toBe(200);
    expect((await app.as('member@grace.test').get(note.attachments[0]!)).status).toBe(404);
  });

  it('cannot be written into the upload of another user', async () => {
    const beginUpload = async (email: string) =>
      (await begin(email, 6, forTicket('a.txt'))).headers.get('location')!;
    const [urlOfMember, urlOfOther, urlOfHope] = [
      await beginUpload('member@grace.test'),
      await beginUpload('other@grace.test'),
      await beginUpload('member@hope.test'),
    ];
    const send = (address: string) =>
      app.as('member@grace.test').send('PATCH', address, Buffer.from('mine!\n'), {
        ...tus,
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
      });
    expect((await send(`${urlOfMember}?church=/${urlOfOther.split('/').at(-1)!}`)).status).toBe(
      204,
    );
    expect((await send(`${urlOfOther}?church=/${urlOfMember.split('/').at(-1)!}`)).status).toBe(
      404,
    );
    // Only the member's own upload is complete.
    expect((await send(`${urlOfMember}?church=/${urlOfHope.split('/').at(-1)!}`)).status).toBe(404);
    const offset = async (email: string, address: string) =>
      (await app.as(email).send('HEAD', address, undefined, tus)).headers.get('upload-offset');
    expect([
      await offset('member@grace.test', urlOfMember),
      await offset('other@grace.test', urlOfOther),
      await offset('member@hope.test', urlOfHope),
    ]).toEqual(['6', '0', '0']);
  });

  it('can be uploaded by super administrators for tickets of a church', async () => {
    const superAdmin = 'owner@platform.test';
    const church = `/api/uploads?church=${grace}`;
    for (const address of [
      '/api/uploads',
      '/api/uploads?church=',
      `/api/uploads?church=01a1fc63-f841-71e3-ad8c-fa6353f799cd`,
    ])
      expect((await begin(superAdmin, 1000, forTicket('a.png'), address)).status).toBe(404);
    expect((await begin(superAdmin, 1000, null, church)).status).toBe(403);
    const { status, id } = await upload(superAdmin, 'a.png', await png(), church);
    expect(status).toBe(204);
    expect(
      (await begin(superAdmin, 1000, forTicket('b.png'), church)).headers.get('location'),
    ).toMatch(new RegExp(`^/api/uploads/[\\da-f-]{36}\\?church=${grace}$`));
    const { body: ticket } = await app.as(superAdmin).post<Ticket>('/api/support-tickets', {
      organizationId: grace,
      subject: 'See this',
      description: 'It is in the picture.',
      attachments: [id],
    });
    expect(ticket.attachments).toHaveLength(1);
    for (const email of [superAdmin, 'admin@grace.test'])
      expect((await app.as(email).get(ticket.attachments[0]!)).status).toBe(200);
    for (const email of ['support@grace.test', 'member@hope.test'])
      expect((await app.as(email).get(ticket.attachments[0]!)).status).toBe(404);
    const reply = await upload(superAdmin, 'b.png', await png(), church);
    expect(
      (
        await app.as(superAdmin).post<TicketMessage>(`/api/support-tickets/${ticket.id}/messages`, {
          message: 'And this',
          attachments: [reply.id],
        })
      ).body.attachments,
    ).toHaveLength(1);
    // The church in the address is ignored for members of a church.
    const named = await upload('member@hope.test', 'c.png', await png(), church);
    expect((await open('member@hope.test', [named.id])).status).toBe(201);
  });
});
