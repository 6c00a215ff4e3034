import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { MemberImport, StaffUser } from '#libs/contracts';
import { startStaffedChurch, type StaffedChurch } from '../../../support/staffed-church.js';

let staff: StaffedChurch;
beforeAll(async () => {
  staff = await startStaffedChurch();
});
afterAll(() => staff.app.close());
beforeEach(() => staff.setLimit(1000));

describe('the import of a file of members', () => {
  const send = async (
    text: string | Uint8Array<ArrayBuffer>,
    query = '',
    email = 'secretary@grace.test',
  ) => {
    const form = new FormData();
    form.set('file', new Blob([text]), 'members.csv');
    const response = await fetch(`${staff.app.url}/api/admin/users/import${query}`, {
      method: 'POST',
      body: form,
      headers: { cookie: await staff.app.cookieOf(email) },
    });
    return {
      status: response.status,
      body: (await response.json()) as MemberImport & { message?: string },
    };
  };
  const header = 'First name,Last name,Email,Phone';

  it('shows a preview first, then adds all new members at once', async () => {
    const file =
      `${header}\nTabitha,Joppa,Tabitha@file.test,555-123-4567\n"Simon ""the ` +
      `Tanner""",Joppa,simon@file.test,\nX,Y,MEMBER@grace.test,\n\n`;
    const before = await staff.members();
    const expectedAnswer = {
      status: 200,
      body: {
        added: 2,
        known: 1,
        examples: ['Tabitha Joppa', 'Simon "the Tanner" Joppa'],
        errors: [],
        errorCount: 0,
      },
    };
    expect(await send(file, '?check=true')).toEqual(expectedAnswer);
    expect(await staff.members()).toBe(before);
    expect(await send(file)).toEqual(expectedAnswer);
    expect(await staff.members()).toBe(before + 2);
    const tabitha = (await staff.admin.get<StaffUser[]>('/api/admin/users')).body.find(
      ({ email }) => email === 'tabitha@file.test',
    )!;
    expect(tabitha).toMatchObject({
      firstName: 'Tabitha',
      phone: '+15551234567',
      isManuallyCreated: true,
      isApproved: true,
      approvedBy: staff.esther.id,
      role: 'member',
    });
    expect(await staff.logged(tabitha.id)).toMatchObject([{ action: 'member-added' }]);
    expect(await send(file)).toMatchObject({ status: 200, body: { added: 0, known: 3 } });
  });

  it('accepts other delimiters and encodings, and a column with the whole name', async () => {
    const file = new Uint8Array(
      Buffer.from('Name;E-Mail Address\nJos\xe9 Maria P\xe9rez;jose@file.test\n', 'latin1'),
    );
    // The encoding of the file is uncertain, so no member is added before the user has chosen it.
    const question = {
      kind: 'encoding',
      message:
        'This file does not say how its accented letters are stored. If you are not sure, ' +
        'keep the choice: you will see every row before anything is recorded.',
      samples: ['José Maria Pérez'],
    };
    const before = await staff.members();
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
    expect(await staff.members()).toBe(before);
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

  it('skips rows with errors, and explains the errors', async () => {
    const before = await staff.members();
    const file = [
      header,
      'A,Fine,fine@file.test,',
      ',B,no.name@file.test,',
      'A,B,nonsense,',
      'A,B,phone@file.test,12',
      'A,B,FINE@file.test,',
      'A,B,two.phones@file.test,555-123-4567 or 555-765-4321',
      'Ext,Ension,ext@file.test,(555) 123-4567 x12',
      'Far,Away,far@file.test,+44 20 7946 0958',
    ].join('\n');
    const example =
      'Please enter a valid phone number (e.g., 555-123-4567), or leave the cell empty.';
    const expectedBody = {
      added: 3,
      known: 0,
      examples: ['A Fine', 'Ext Ension', 'Far Away'],
      errors: [
        { row: 3, message: 'Row 3: First name is required' },
        { row: 4, message: 'Row 4: Invalid email address: “nonsense”' },
        { row: 5, message: `Row 5: ${example} It says “12”.` },
        {
          row: 6,
          message:
            'Row 6: The email address fine@file.test is in row 2 already. Each person needs ' +
            'an address of their own: change it, or delete this row.',
        },
        { row: 7, message: `Row 7: ${example} It says “555-123-4567 or 555-765-4321”.` },
      ],
      errorCount: 5,
    };
    expect(await send(file, '?check=true')).toEqual({ status: 200, body: expectedBody });
    expect(await staff.members()).toBe(before);
    expect(await send(file)).toEqual({ status: 200, body: expectedBody });
    expect(await staff.members()).toBe(before + 3);
    const phones = (await staff.admin.get<StaffUser[]>('/api/admin/users')).body
      .filter(({ email }) => email.endsWith('@file.test'))
      .map(({ email, phone }) => [email, phone]);
    expect(Object.fromEntries(phones)).toMatchObject({
      'fine@file.test': null,
      'ext@file.test': '+15551234567;ext=12',
      'far@file.test': '+442079460958',
    });
    // After the correction of one row, the file adds this member and does not change the others.
    const changedFile = file.replace(',B,no.name', 'Now,Named,no.name');
    expect((await send(changedFile)).body).toMatchObject({ added: 1, known: 3, errorCount: 4 });
  });

  it('shows the first hundred rows with errors, and counts all of them', async () => {
    const rows = Array.from({ length: 150 }, (_, n) => `A,B,nonsense ${n},`);
    const { body } = await send([header, ...rows, 'C,D,c.d@file.test,'].join('\n'), '?check=true');
    expect(body.errors).toHaveLength(100);
    expect(body).toMatchObject({ added: 1, errorCount: 150 });
  });

  it('accepts a name in the same cell as the address', async () => {
    const names = async (...lines: string[]) => {
      const { body } = await send(`${lines.join('\n')}\n`, '?check=true');
      return [body.examples, body.errors.map(({ message }) => message)];
    };
    expect(await names('Email', 'Hannah Maria Brooks <hannah.m@file.test>')).toEqual([
      ['Hannah Maria Brooks'],
      [],
    ]);
    const quoted = '"""Brooks, Hannah"" <hannah.b@file.test>"';
    expect(await names('Email,Phone', `${quoted},`, '<bare@file.test>,')).toEqual([
      ['Hannah Brooks'],
      ['Row 3: First name is required'],
    ]);
    expect(
      await names(
        'Name,Email',
        '"Brooks, Ann",Somebody Else <ann.b@file.test>',
        ',Lee Hill <l@file.test>',
      ),
    ).toEqual([['Ann Brooks', 'Lee Hill'], []]);
    expect(await names('Name,Email', 'A B,"<one@file.test>, <two@file.test>"')).toEqual([
      [],
      ['Row 2: Invalid email address: “<one@file.test>, <two@file.test>”'],
    ]);
  });

  it('adds nobody from a file that cannot be read', async () => {
    const before = await staff.members();
    expect(await send('email,phone\na@file.test,\n')).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('First name') },
    });
    expect((await send(`${header}\nA,B,none,\n`, '?check=true')).body.errors).toMatchObject([
      { row: 2, message: 'Row 2: Invalid email address: “none”' },
    ]);
    for (const bytes of ['', header, '\0\0', '%PDF-1.7 and so on'])
      expect((await send(bytes)).status).toBe(400);
    expect((await send(new Uint8Array(3 * 1024 * 1024))).status).toBe(400);
    expect(await staff.secretary.post('/api/admin/users/import', {})).toMatchObject({
      status: 415,
    });
    expect(await staff.members()).toBe(before);
  });

  it('never exceeds the member limit, and needs a permission', async () => {
    const count = await staff.members();
    await staff.setLimit(count + 1);
    const file = `${header}\nA,B,first@limit.test,\nA,B,second@limit.test,\n`;
    const refusal = {
      status: 409,
      body: {
        message:
          `Of the ${count + 1} places of your church’s plan 1 is free; 2 are needed. ` +
          `The Standard plan has room for 300, for $80 a month.`,
      },
    };
    expect(await send(file, '?check=true')).toMatchObject(refusal);
    expect(await send(file)).toMatchObject(refusal);
    expect(await staff.members()).toBe(count);
    expect((await send(file, '', 'pastor@grace.test')).status).toBe(403);
  });
});
