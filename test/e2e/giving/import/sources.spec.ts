import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Donation, DonationImport, ImportGiver } from '#libs/contracts';
import { sheetData, xlsx } from '../../../../libs/workbook/support.js';
import { verifyChurch } from '../../../../src/giving/index.js';
import { everyPage, startApp, type Client, type TestApp } from '../../../support/app.js';
import { cashApp, givelify, zeffy } from '../../../support/giving-files/apps.js';
import {
  churchZone,
  givingFile,
  sums,
  type MakeWorkbook,
  type Person,
} from '../../../support/giving-files/index.js';
import { breeze } from '../../../support/giving-files/breeze.js';
import { givewp } from '../../../support/giving-files/givewp.js';
import { paypal, paypalGivingFund } from '../../../support/giving-files/paypal.js';
import { planningCenter } from '../../../support/giving-files/planning-center.js';
import { pushpay } from '../../../support/giving-files/pushpay.js';
import { stripeBalance, stripePayments } from '../../../support/giving-files/stripe.js';
import { subsplash } from '../../../support/giving-files/subsplash.js';
import { tithely } from '../../../support/giving-files/tithely.js';
import { isWhole, sampleOfEachGroup } from '../../../support/generated.js';
import { expectLinesToAddUp } from '../../../support/control-total.js';
import { commit, importPath, upload } from '../../../support/imports.js';

/** The number of rows of each file. It is enough for every kind of row that a service exports. */
const size = isWhole ? 1_000 : 300;

const services = [
  stripePayments,
  stripeBalance,
  paypal,
  paypalGivingFund,
  cashApp,
  zeffy,
  planningCenter,
  breeze,
  tithely,
  pushpay,
  subsplash,
  givelify,
  givewp,
];
const firstNames = ['José', 'Hannah', 'Ana María', 'Caleb', 'Zoë', 'Ruth', 'Jürgen', 'Esther'];
const lastNames = [
  'Brooks',
  'Núñez',
  'O’Brien',
  'van der Berg',
  'Smith-Jones',
  'Peña',
  'Whitfield',
  'Müller',
  'Kowalski',
  'Lind',
  'García López',
  'Moreno',
  'Okafor',
];
/** Returns a family for each service, so that the gifts of two services do not look alike. */
const familyOf = (service: number): Person[] =>
  firstNames.map((first, index) => ({
    first,
    last: lastNames[service]!,
    name: `${first} ${lastNames[service]!}`,
    email: `giver-${index}@family-${service}.test`,
  }));

const makeWorkbook: MakeWorkbook = (sheet, rows, isSecondCopy) =>
  xlsx({
    sheets: { [sheet]: sheetData(rows) },
    more: isSecondCopy ? [{ name: 'docProps/app.xml', content: '<Properties/>' }] : [],
  });

const variants = [
  'as it is exported today',
  'as it was years ago, or in another language',
  'with other columns, or saved by another program',
];
const allFiles = services.flatMap(({ source }, family) =>
  variants.map((_, variant) => ({ source, family, variant })),
);
/** The files of this run: one of the three files of each service, or all of them. */
const files = sampleOfEachGroup(allFiles, ({ source }) => source, 1);

let test: TestApp;
beforeAll(async () => {
  test = await startApp();
});
afterAll(() => test.close());

const cents = (amount: string) => Math.round(Number(amount) * 100);

const variantsToTry = [0, 1, 2].filter((number) => files.some(({ variant }) => variant === number));
describe.each(
  variantsToTry.map((variant) => ({ variant: variant as 0 | 1 | 2, name: variants[variant] })),
)(`a file of ${size} rows, $name`, ({ variant }) => {
  let church: string;
  let staff: Client;
  const ids = new Map<string, string>();
  beforeAll(async () => {
    const slug = `sources-${variant}`;
    church = await test.church(slug, { timeZone: churchZone });
    await test.person(church, { email: `office@${slug}.test`, role: 'secretary' });
    for (const { name, email, first, last } of services.flatMap((_, service) =>
      familyOf(service),
    )) {
      ids.set(
        name,
        (await test.person(church, { email, firstName: first, lastName: last, signsIn: false })).id,
      );
    }
    staff = test.as(`office@${slug}.test`);
  });

  it.each(files.filter((file) => file.variant === variant))(
    'of $source is recorded with few decisions and the right totals',
    async ({ family }) => {
      const service = services[family]!;
      const file = givingFile(service, variant, familyOf(family), 1 + family, makeWorkbook, size);
      const expected = sums(file.entries);
      const totalCents = file.entries.reduce((sum, entry) => sum + entry.cents, 0);

      const uploaded = await upload(staff, file.content, file.name);
      expect(uploaded).toMatchObject({ status: 201, body: { source: service.source } });
      const { id, questions } = uploaded.body;
      // Counts the upload, each question that is shown, each decision and the commit. Words need no
      // click, because all of them are known.
      let clicks = 2 + questions.filter(({ kind }) => kind !== 'words').length;
      let view = (await staff.put<DonationImport>(`${importPath(id)}/mapping`, {})).body;
      expect(
        view.questions.flatMap(({ kind, words, samples }) =>
          words
            ? words.filter(({ answer }) => answer === null).map(({ word }) => word)
            : [`${kind}: ${samples.join()}`],
        ),
      ).toEqual([]);
      expect(view.counts.total).toBe(size);

      for (const giver of await everyPage<ImportGiver>(
        staff,
        `${importPath(id)}/givers?open=true`,
      )) {
        const member = ids.get(giver.name);
        if (member) expect(giver.candidates[0]).toMatchObject({ id: member, kind: 'member' });
        const answer = await staff.patch<DonationImport>(`${importPath(id)}/givers`, {
          givers: [giver.key],
          ...(member ? { answer: 'member', donorId: member } : { answer: 'guest' }),
        });
        view = answer.body;
      }
      for (const { problem } of view.problems.held) {
        if (problem !== 'refund') expect(file.leavesOut).toContain(problem);
        view = (
          await staff.patch<DonationImport>(`${importPath(id)}/rows`, {
            state: 'held',
            problem,
            action: problem === 'refund' ? 'accept' : 'setAside',
          })
        ).body;
        clicks++;
      }
      expect(view).toMatchObject({ errors: [], counts: { held: 0, rejected: 0, duplicate: 0 } });
      expect(clicks).toBeLessThanOrEqual(8);

      const committed = await commit(staff, id);
      const { control } = committed;
      expect(expectLinesToAddUp(committed).file.rows).toBe(size);
      expect([cents(control!.recorded), cents(control!.gross) - cents(control!.refunds)]).toEqual([
        totalCents,
        totalCents + file.doubtful,
      ]);
      const recorded = await everyPage<Donation>(
        staff,
        `/api/admin/donations?importId=${id}&limit=1000`,
      );
      expect(
        sums(
          recorded.map(({ donorName, campaign, date, amount }) => ({
            giver: donorName,
            fund: campaign,
            day: date,
            cents: cents(amount),
          })),
        ),
      ).toEqual(expected);

      const secondDraft = (await upload(staff, file.secondCopy, file.name)).body;
      const secondReading =
        secondDraft.status === 'ready'
          ? secondDraft
          : (await staff.put<DonationImport>(`${importPath(secondDraft.id)}/mapping`, {})).body;
      expect(secondReading).toMatchObject({ status: 'ready', counts: { total: size, new: 0 } });
    },
  );

  it('has consistent events and projections after the import', async () => {
    expect((await verifyChurch(test.db, test.store, church)).problems).toEqual([]);
  });
});
