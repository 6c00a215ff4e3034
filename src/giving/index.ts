export { GivingModule } from './giving.module.js';
export { donorNamesSql } from './donor/donor-names.sql.js';
export { StoreMemberDonor, MarkMemberLeft } from './donor/donor.handlers.js';
export {
  CorrectDonation,
  RecordDonation,
  RestoreDonation,
  VoidDonation,
} from './donation/donation.handlers.js';
export { hasDonations } from './donation/donation.query.js';
export { loadGiftHistory, isOwnDonation } from './donation/gift-history.js';
export { MakePledge } from './pledge/pledge.handlers.js';
export { convertKeys } from './conversion/keys.js';
export { convertFundraisers } from './fundraiser/convert.js';
export { OpenFundraiser } from './fundraiser/fundraiser.handlers.js';
export { SweepDrafts } from './import/recording/sweep.js';
export { acceptRestore, readStoredHeads, type AcceptedRestore } from './journal/head-keeper.js';
export { verifyChurch, type Verification } from './journal/verify.js';
export { Journal } from './journal/journal.js';
export { givingProjections } from './giving.module.js';
export { EVENT_STORE, openEventStores } from './event-store.js';
export { Follower } from './follower/follower.js';
export {
  describeMissingCopies,
  describeWrongCopies,
  hasFaults,
  type CopyState,
} from './copy-check.js';
export { moveChurch } from './move.js';
export {
  CannotRepairError,
  compareBooks,
  repairFromJournal,
  repairFromStore,
  type BooksComparison,
  type EventRange,
} from './repair-books.js';
export type { Actor } from './streams.js';
