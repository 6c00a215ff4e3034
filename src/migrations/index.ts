import type { NamedMigration } from '#libs/database';
import { Ground } from './0001-ground.js';
import { Append } from './0002-append.js';
import { Accounts } from './0003-accounts.js';
import { Members } from './0004-members.js';
import { Churches } from './0005-churches.js';
import { Subscriptions } from './0006-subscriptions.js';
import { OpenId } from './0007-openid.js';
import { EmailChange } from './0008-email-change.js';
import { ClosedDoors } from './0009-closed-doors.js';
import { SubscriptionLetters } from './0010-subscription-letters.js';
import { NoLogoUrl } from './0011-no-logo-url.js';
import { Content } from './0012-content.js';
import { UploadLock } from './0013-upload-lock.js';
import { SmsNews } from './0014-sms.js';
import { Messages } from './0015-messages.js';
import { Tickets } from './0016-tickets.js';
import { PlatformRequests } from './0017-platform-requests.js';
import { DeletedGifts } from './0018-deleted-gifts.js';
import { DemoClock } from './0023-demo-clock.js';
import { ImportMeanings } from './0024-import-meanings.js';
import { Givers } from './0025-givers.js';
import { ImportSure } from './0026-import-sure.js';
import { ImportReview } from './0027-import-review.js';
import { DonorEmailKey } from './0028-donor-email-key.js';
import { ChurchContact } from './0029-church-contact.js';
import { UploadData } from './0030-upload-data.js';
import { FollowerState } from './0031-follower-state.js';
import { EventCopies } from './0032-event-copies.js';
import { WithdrawnNews } from './0033-withdrawn-news.js';
import { RowVerdicts } from './0034-row-verdicts.js';
import { FundraiserPeriods } from './0035-fundraiser-periods.js';
import { UserVersion } from './0036-user-version.js';
import { TextKeys } from './0037-text-keys.js';
import { SearchTexts } from './0038-search-texts.js';
import { DraftColumns } from './0039-draft-columns.js';

/**
 * The migrations in the order in which they run. After a migration has shipped, neither its name
 * nor what it does may change.
 */
export const migrations: NamedMigration[] = [
  { name: '0001-ground', class: Ground },
  { name: '0002-append', class: Append },
  { name: '0003-accounts', class: Accounts },
  { name: '0004-members', class: Members },
  { name: '0005-churches', class: Churches },
  { name: '0006-subscriptions', class: Subscriptions },
  { name: '0007-openid', class: OpenId },
  { name: '0008-email-change', class: EmailChange },
  { name: '0009-closed-doors', class: ClosedDoors },
  { name: '0010-subscription-letters', class: SubscriptionLetters },
  { name: '0011-no-logo-url', class: NoLogoUrl },
  { name: '0012-content', class: Content },
  { name: '0013-upload-lock', class: UploadLock },
  { name: '0014-sms', class: SmsNews },
  { name: '0015-messages', class: Messages },
  { name: '0016-tickets', class: Tickets },
  { name: '0017-platform-requests', class: PlatformRequests },
  { name: '0018-deleted-gifts', class: DeletedGifts },
  { name: '0023-demo-clock', class: DemoClock },
  { name: '0024-import-meanings', class: ImportMeanings },
  { name: '0025-givers', class: Givers },
  { name: '0026-import-sure', class: ImportSure },
  { name: '0027-import-review', class: ImportReview },
  { name: '0028-donor-email-key', class: DonorEmailKey },
  { name: '0029-church-contact', class: ChurchContact },
  { name: '0030-upload-data', class: UploadData },
  { name: '0031-follower-state', class: FollowerState },
  { name: '0032-event-copies', class: EventCopies },
  { name: '0033-withdrawn-news', class: WithdrawnNews },
  { name: '0034-row-verdicts', class: RowVerdicts },
  { name: '0035-fundraiser-periods', class: FundraiserPeriods },
  { name: '0036-user-version', class: UserVersion },
  { name: '0037-text-keys', class: TextKeys },
  { name: '0038-search-texts', class: SearchTexts },
  { name: '0039-draft-columns', class: DraftColumns },
];
