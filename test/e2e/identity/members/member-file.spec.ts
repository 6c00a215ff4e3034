import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { MemberImport, StaffUser } from '#libs/contracts';
import { startOffice, type Office } from '../../../support/office.js';

let office: Office;
beforeAll(async () => {
  office = await startOffice();
});
afterAll(() => office.app.close());
beforeEach(() => office.setLimit(1000));

describe('members of a file', () => {
  const send = async (
    text: string | Uint8Array<ArrayBuffer>,
    query = '',
    email = 'secretary@grace.test',
  ) => {
    const form = new FormData();
    form.set('file', new Blob([text]), 'members.csv');
    const response = await fetch(`${office.app.url}/api/admin/users/import${query}`, {
      method: 'POST',
      body: form,
      headers: { cookie: await office.app.cookieOf(email) },
    });
    return {
      status: response.status,
      body: (await response.json()) as MemberImport & { message?: string },
    };
  };
  const header = 'First name,Last name,Email,Phone';

  it('are looked at first, then added all at once; who is here stays as they are', async () => {
    const file = `${header}\nTabitha,Joppa,Tabitha@file.test,555-123-4567\n"Simon ""the Tanner""",Joppa,simon@file.test,\nX,Y,MEMBER@grace.test,\n\n`;
    const before = await office.members();
    const looked = {
      status: 200,
      body: {
        added: 2,
        known: 1,
        examples: ['Tabitha Joppa', 'Simon "the Tanner" Joppa'],
        errors: [],
      },
    };
    expect(await send(file, '?check=true')).toEqual(looked);
    expect(await office.members()).toBe(before);
    expect(await send(file)).toEqual(looked);
    expect(await office.members()).toBe(before + 2);
    const tabitha = (await office.admin.get<StaffUser[]>('/api/admin/users')).body.find(
      ({ email }) => email === 'tabitha@file.test',
    )!;
    expect(tabitha).toMatchObject({
      firstName: 'Tabitha',
      phone: '555-123-4567',
      isManuallyCreated: true,
      isApproved: true,
      approvedBy: office.esther.id,
      role: 'member',
    });
    expect(await office.logged(tabitha.id)).toMatchObject([{ action: 'member-added' }]);
    expect(await send(file)).toMatchObject({ status: 200, body: { added: 0, known: 3 } });
  });

  it('may come from any program: another delimiter, one column for the name, old letters', async () => {
    const file = new Uint8Array(
      Buffer.from('Name;E-Mail Address\nJos\xe9 Maria P\xe9rez;jose@file.test\n', 'latin1'),
    );
    // the file does not say how its letters are stored: nobody is added before a person has
    const question = {
      kind: 'encoding',
      message: 'This file does not say how its accented letters are stored. Do these look right?',
      samples: ['José Maria Pérez'],
    };
    const before = await office.members();
    expect(await send(file, '?check=true')).toMatchObject({
      status: 200,
      body: { added: 1, question },
    });
    expect(await send(file)).toMatchObject({ status: 400, body: { message: question.message } });
    expect(await send(file, '?encoding=utf-8')).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('not valid UTF-8') },
    });
    expect(await send(file, '?encoding=latin1')).toMatchObject({ status: 400 });
    expect(await office.members()).toBe(before);
    expect((await send(file, '?check=true&encoding=windows-1252')).body.question).toBeUndefined();
    expect(await send(file, '?encoding=windows-1252')).toMatchObject({
      status: 200,
      body: { added: 1, examples: ['José Maria Pérez'] },
    });
    const marked = new Uint8Array(
      Buffer.from('\ufeffName,Email\nZoé Durand,zoe@file.test\n', 'utf16le'),
    );
    const read = await send(marked);
    expect([read.body.examples, read.body.question]).toEqual([['Zoé Durand'], undefined]);
  });

  it('with something wrong in it adds nobody, and says what in which row', async () => {
    const before = await office.members();
    const file = `${header}\nA,B,fine@file.test,\n,B,no.name@file.test,\nA,B,nonsense,\nA,B,phone@file.test,12\nA,B,FINE@file.test,\n`;
    const messages = [
      'Row 3: First name is required',
      'Row 4: Invalid email address',
      'Row 5: Please enter a valid phone number (e.g., 555-123-4567)',
      'Row 6: The email address fine@file.test stands in the file twice.',
    ];
    expect((await send(file, '?check=true')).body.errors.map(({ message }) => message)).toEqual(
      messages,
    );
    expect(await send(file)).toMatchObject({ status: 400, body: { message: messages[0] } });
    expect(await send('email,phone\na@file.test,\n')).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('First name') },
    });
    expect((await send(`${header}\nA,B,none,\n`, '?check=true')).body.errors).toMatchObject([
      { row: 2, message: 'Row 2: Invalid email address' },
    ]);
    for (const bytes of ['', header, '\0\0', '%PDF-1.7 and so on'])
      expect((await send(bytes)).status).toBe(400);
    expect((await send(new Uint8Array(3 * 1024 * 1024))).status).toBe(400);
    expect(await office.secretary.post('/api/admin/users/import', {})).toMatchObject({
      status: 415,
    });
    expect(await office.members()).toBe(before);
  });

  it('never pass the limit, and belong to the office', async () => {
    const count = await office.members();
    await office.setLimit(count + 1);
    const file = `${header}\nA,B,first@limit.test,\nA,B,second@limit.test,\n`;
    const refusal = {
      status: 409,
      body: {
        message: `Of the ${count + 1} places of your church’s plan 1 is free; 2 are needed. The Standard plan has room for 300, for $80 a month.`,
      },
    };
    expect(await send(file, '?check=true')).toMatchObject(refusal);
    expect(await send(file)).toMatchObject(refusal);
    expect(await office.members()).toBe(count);
    expect((await send(file, '', 'pastor@grace.test')).status).toBe(403);
  });
});
