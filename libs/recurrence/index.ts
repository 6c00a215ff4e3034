export {
  happensOn,
  inWords,
  NoRule,
  occurrenceAtOrAfter,
  occurrenceBefore,
  occurrenceFrom,
  readRule,
} from './recurrence.js';
