export { GivingModule } from './giving.module.js';
export { KeepMemberDonor } from './donor/donor.handlers.js';
export { CorrectDonation, RecordDonation, VoidDonation } from './donation/donation.handlers.js';
export { MakePledge } from './pledge/pledge.handlers.js';
export { OpenFundraiser } from './fundraiser/fundraiser.handlers.js';
export { keptHeads } from './journal/head-keeper.js';
export { verifyChurch, type Verification } from './journal/verify.js';
export { Journal } from './journal/journal.js';
export { givingProjections } from './giving.module.js';
