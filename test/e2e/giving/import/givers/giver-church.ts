import { expect } from '@jest/globals';
import type {
  Donation,
  DonationImport,
  ErrorBody,
  ImportAnswer,
  ImportGiver,
  Ledger,
  LedgerRow,
} from '#libs/contracts';
import type { Client, TestApp } from '../../../../support/app.js';
import { importPath, upload } from '../../../../support/imports.js';
import { createImportChurch, type ChangedDraft } from '../import-church.js';

/** The name, email address and phone number of the giver of one gift. */
export type GiverLine = [name: string, email?: string, phone?: string];

/** The columns of the file of the bank. */
export const bankColumns = { name: 0, email: 1, phone: 2, amount: 3, date: 4 };

/** The amount of each gift in the file of the bank. */
const giftAmount = '10.00';

/** What `createGiverChurch` returns. */
export type GiverChurch = Awaited<ReturnType<typeof createGiverChurch>>;

/**
 * Creates a church with a secretary and the members Hannah and David, and returns it with functions
 * that import the file of a bank as the secretary.
 */
export async function createGiverChurch(app: TestApp) {
  const church = await createImportChurch(app);
  const hannah = await church.addMember('hannah@x.test', 'Hannah', 'Brooks');
  const david = await church.addMember('david@x.test', 'David', 'Kowalski');
  const { secretary } = church;

  let days = 0;
  const nextDay = () => new Date(Date.UTC(2024, 0, 1 + days++)).toISOString().slice(0, 10);
  /** Writes a file of the bank with one gift for each line, all on different days. */
  const writeBankFile = (lines: GiverLine[]) =>
    [
      'Who,Mail,Telephone,Sum,On',
      ...lines.map(
        ([name, email = '', phone = '']) => `${name},${email},${phone},${giftAmount},${nextDay()}`,
      ),
    ].join('\n');
  const uploadDraftAs = async (client: Client, lines: GiverLine[]): Promise<DonationImport> => {
    const { body } = await upload(client, writeBankFile(lines));
    if (body.status === 'ready') return body;
    const mapped = await client.put<DonationImport>(importPath(body.id, '/mapping'), {
      columns: bankColumns,
      defaults: { paymentMethod: 'Cash' },
    });
    expect(mapped.body).toMatchObject({ status: 'ready' });
    return mapped.body;
  };
  const listGivers = async (importId: string, query = '', client = secretary) =>
    (await client.get<ImportGiver[]>(importPath(importId, `/givers${query}`))).body;

  return {
    ...church,
    /** the ids of the two members */
    hannah,
    david,
    /**
     * Uploads a file of the bank as the user of the client, and maps its columns if they are not
     * remembered from an earlier file.
     */
    uploadDraftAs,
    uploadDraft: (...lines: GiverLine[]) => uploadDraftAs(secretary, lines),
    listGivers,
    /** Returns the names and addresses of the givers that the user is asked about. */
    listOpenGivers: async (importId: string) =>
      (await listGivers(importId, '?open=true')).map(({ name, email }) => [name, email]),
    /** Returns the keys of all givers of an import. */
    listKeys: async (importId: string) => (await listGivers(importId)).map(({ key }) => key),
    findKey: async (importId: string, name: string, email: string | null = null) =>
      (await listGivers(importId)).find((giver) => giver.name === name && giver.email === email)!
        .key,
    /** Answers who the givers with these keys are. */
    answer: (importId: string, givers: string[], body: object) =>
      secretary.patch<ChangedDraft>(importPath(importId, '/givers'), {
        givers,
        ...body,
      }),
    listRememberedAnswers: async (client = secretary) =>
      (await client.get<ImportAnswer[]>('/api/admin/import-answers')).body,
    /** Returns the name, the kind and the number of gifts of each donor. */
    readLedger: async () => {
      const { body } = await secretary.get<Ledger>('/api/admin/church-ledger?sort=name');
      return countGifts(body.rows);
    },
    /** Records a gift of a guest by hand. */
    recordGuestGift: (name: string, email?: string, phone?: string) => {
      const [guestFirstName, guestLastName] = name.split(' ');
      return secretary.post<Donation & ErrorBody>('/api/donations', {
        guestFirstName,
        guestLastName,
        guestEmail: email,
        guestPhone: phone,
        amount: '1.00',
        date: '2020-01-01',
      });
    },
  };
}

/** Counts the gifts of each donor in the ledgers of all years, sorted by name and number. */
function countGifts(rows: LedgerRow[]) {
  const donors = [...Map.groupBy(rows, ({ donorId }) => donorId).values()].map(
    (years) =>
      [
        years[0]!.name,
        years[0]!.kind,
        years.reduce((total, { count }) => total + count, 0),
      ] as const,
  );
  return donors.sort(
    ([name, , count], [otherName, , otherCount]) =>
      name.localeCompare(otherName) || count - otherCount,
  );
}
