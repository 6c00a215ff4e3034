export {
  inWords,
  NoRule,
  occurrenceBefore,
  occurrenceFrom,
  readRule,
  type Series,
} from './recurrence.js';
