import { afterAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Donation, DonationImport, ImportGiver, ImportRow } from '#libs/contracts';
import { fromDecimal, sum } from '#libs/money';
import { startApp, type Client } from '../support/app.js';
import { isWhole } from '../support/generated.js';
import { upload } from '../support/imports.js';

const seed =
  process.env.PROPERTY_SEED === undefined ? undefined : Number(process.env.PROPERTY_SEED);
const numRuns = Number(process.env.PROPERTY_GIVERS ?? (isWhole ? 40 : 20));

const app = await startApp();
afterAll(() => app.close());

/** Members whose names and addresses are similar in all ways that could cause confusion. */
const members = [
  ['David', 'Kowalski', 'david@x.test'],
  ['Hannah', 'Brooks', 'family@x.test'],
  ['Ann', 'Lee', 'ann@x.test'],
  ['ann', 'LEE', 'lee@x.test'],
] as const;
const names = [
  '',
  'David Kowalski',
  'Dave Kowalski',
  'Kowalski David',
  'Hannah Brooks',
  'HANNAH  brooks',
  'Hanna Broks',
  'Ann Lee',
  'Bo Li',
  'Bo Li',
  'bo  LI',
  '$davek',
];
const emails = [
  '',
  '',
  '',
  'david@x.test',
  'DAVID@x.test',
  'family@x.test',
  'ann@x.test',
  'bo@x.test',
  'li@x.test',
];
const pair = fc.record({ name: fc.constantFrom(...names), email: fc.constantFrom(...emails) });
const guest = fc.record({
  name: fc.constantFrom('Bo Li', 'Bo Li', 'Bo Li', 'Ann Lee', 'Dave Kowalski', 'Hannah Brooks'),
  email: fc.constantFrom('', 'bo@x.test', 'li@x.test', 'family@x.test'),
});
const giverAnswer = fc.record({
  of: pair,
  member: fc.option(fc.nat({ max: members.length - 1 }), { nil: undefined }),
});

type Pair = typeof pair extends fc.Arbitrary<infer Value> ? Value : never;
const key = (text: string) => text.toLowerCase().replace(/\s+/gu, ' ').trim();
const pairKey = ({ name, email }: Pair) => `${key(name)}|${key(email)}`;

let churchCount = 0;
let day = 0;
async function uploadDraft(staff: Client, rows: Pair[]): Promise<DonationImport> {
  const lines = rows.map(({ name, email }, n) => {
    const date = new Date(Date.UTC(2023, 0, 1 + (day++ % 1_000))).toISOString().slice(0, 10);
    return `${name},${email},${n + 1}.00,${date}`;
  });
  const { body } = await upload(staff, ['Who,Mail,Sum,On', ...lines].join('\n'));
  const mapping = {
    columns: { name: 0, email: 1, amount: 2, date: 3 },
    defaults: { paymentMethod: 'Cash' },
  };
  return body.status === 'ready'
    ? body
    : (await staff.put<DonationImport>(`/api/admin/donation-imports/${body.id}/mapping`, mapping))
        .body;
}

it('a row is matched to a donor only by an exact address, ruling 22 or an answer', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(guest, { maxLength: 4 }),
      fc.array(giverAnswer, { maxLength: 3 }),
      fc.array(pair, { minLength: 1, maxLength: 12 }),
      async (guests, answers, rows) => {
        const slug = `g${churchCount++}`;
        const church = await app.church(slug);
        await app.person(church, { email: `office@${slug}.test`, role: 'secretary' });
        const staff = app.as(`office@${slug}.test`);
        const ids: string[] = [];
        for (const [firstName, lastName, email] of members)
          ids.push((await app.person(church, { email, firstName, lastName, signsIn: false })).id);
        const knownGuests: { id: string; name: string; email: string | null }[] = [];
        for (const { name, email } of guests) {
          const [guestFirstName, guestLastName] = name.split(' ');
          const { status, body } = await staff.post<Donation>('/api/donations', {
            guestFirstName,
            guestLastName,
            guestEmail: email,
            amount: '1.00',
            date: '2000-01-01',
          });
          if (status === 409) continue; // Several guests have the name.
          const donor = { id: body.donorId, name: key(body.donorName), email: body.guestEmail };
          if (knownGuests.some(({ id }) => id === donor.id))
            knownGuests[knownGuests.findIndex(({ id }) => id === donor.id)] = donor;
          else knownGuests.push(donor);
        }
        const remembered = new Map<string, string>(); // The values are ids of members, or `guest`.
        for (const { of: rowOfGiver, member } of answers) {
          if (rowOfGiver.name === '' && rowOfGiver.email === '') continue;
          const { id } = await uploadDraft(staff, [rowOfGiver]);
          const [giver] = (
            await staff.get<ImportGiver[]>(`/api/admin/donation-imports/${id}/givers`)
          ).body;
          const { status } = await staff.patch(`/api/admin/donation-imports/${id}/givers`, {
            givers: [giver!.key],
            ...(member === undefined
              ? { answer: 'guest' }
              : { answer: 'member', donorId: ids[member] }),
          });
          if (status === 200)
            remembered.set(pairKey(rowOfGiver), member === undefined ? 'guest' : ids[member]!);
          else expect({ status, member }).toEqual({ status: 409, member: undefined });
        }

        const { id, counts } = await uploadDraft(staff, rows);
        const read = (await staff.get<ImportRow[]>(`/api/admin/donation-imports/${id}/rows`)).body;
        for (const [index, row] of read.entries()) {
          if (row.state !== 'new') continue;
          const namedGiver = rows[index]!;
          const answered = remembered.get(pairKey(namedGiver));
          const context = { of: namedGiver, donor: row.donor, answered, known: knownGuests };
          expect(row.donor === null).toBe(false);
          if (row.donor!.kind === 'member') {
            const memberIndex = members.findIndex(([, , email]) => email === key(namedGiver.email));
            expect([answered, answered ? undefined : ids[memberIndex], context]).toContainEqual(
              row.donor!.id,
            );
            continue;
          }
          if (answered === 'guest') continue;
          const sameName = knownGuests.filter(({ name }) => name === key(namedGiver.name));
          const namedDonor = sameName.find((donor) => donor.id === row.donor!.id);
          expect(namedDonor ?? context).toBe(namedDonor);
          if (namedDonor!.email !== key(namedGiver.email)) {
            expect([
              sameName.length,
              !namedDonor!.email || namedGiver.email === '',
              context,
            ]).toEqual([1, true, context]);
            // A name that a member also has is not assigned to a guest without a question.
            expect(
              members.some(([first, last]) => key(`${first} ${last}`) === key(namedGiver.name)),
            ).toBe(false);
          }
        }
        const givers = (await staff.get<ImportGiver[]>(`/api/admin/donation-imports/${id}/givers`))
          .body;
        expect(givers.reduce((all, { rows: rowCount }) => all + rowCount, 0)).toBe(counts.total);
        expect(sum(givers.map(({ amount }) => fromDecimal(amount)))).toBe(
          sum(read.map(({ values }) => fromDecimal(values.amount!))),
        );
        expect(givers.some(({ open }) => open)).toBe(counts.rejected + counts.held > 0);
        // One answer for each giver answers all open questions.
        const open = givers.filter((giver) => giver.open);
        if (open.length > 0)
          await staff.patch(`/api/admin/donation-imports/${id}/givers`, {
            givers: open.map((giver) => giver.key),
            answer: 'apart',
          });
        expect(
          (await staff.get<DonationImport>(`/api/admin/donation-imports/${id}`)).body.counts,
        ).toMatchObject({ new: counts.total, rejected: 0, held: 0 });
      },
    ),
    { numRuns, ...(seed === undefined ? {} : { seed }) },
  );
});
