import { CsvError } from '#libs/csv';

// The messages about workbooks and bank files. `libs/csv` has the messages about text files and
// rows.

const saveAgainAdvice =
  'Open it in Excel or LibreOffice, save it as .xlsx or CSV UTF-8, then upload that file.';
const refuse = (message: string) => new CsvError('binary', message);

export const damaged = () =>
  refuse(`This file is damaged: a part of it is missing or unreadable. ${saveAgainAdvice}`);
export const protectedByPassword = () =>
  refuse(
    'This workbook is protected by a password. Open it, take the password off, save it, then ' +
      'upload that file.',
  );
export const oldExcel = () =>
  refuse(
    'This is an old Excel workbook (.xls). In Excel choose File › Save as › Excel Workbook ' +
      '(.xlsx), then upload that file.',
  );
export const binaryExcel = () =>
  refuse(
    'This is a binary Excel workbook (.xlsb). In Excel choose File › Save as › Excel ' +
      'Workbook (.xlsx), then upload that file.',
  );
export const appleNumbers = () =>
  refuse(
    'This is a Numbers document. In Numbers choose File › Export To › Excel, then upload ' +
      'that file.',
  );
export const otherArchive = () =>
  refuse('This is a ZIP archive. Unpack it, then upload the file inside.');
export const unsafeArchive = () =>
  refuse(
    'This workbook is not built as Excel or LibreOffice builds one, so it was not opened. ' +
      saveAgainAdvice,
  );
export const tooLarge = () =>
  refuse(
    'This workbook unpacks to more than a donation file can hold. Split it, for example by ' +
      'month, and import the parts.',
  );
export const tooManyStyles = () =>
  refuse(`This workbook has more cell styles than Excel can store. ${saveAgainAdvice}`);
export const textTooLong = () =>
  new CsvError(
    'record',
    'One cell of this file is too long for a donation file: a cell can have at most 100,000 ' +
      'characters.',
  );
export const withDoctype = () =>
  refuse(
    'This file contains a document type definition, which no donation file needs, so it was ' +
      `not opened. ${saveAgainAdvice}`,
  );
export const noSheet = () => new CsvError('empty', 'This workbook has no sheet with rows in it.');
export const noTransactions = () => new CsvError('empty', 'This bank file lists no transactions.');
