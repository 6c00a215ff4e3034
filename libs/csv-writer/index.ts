export { byteOrderMark, csvCell, csvLine, writeCsv, type CsvValue } from './write.js';
