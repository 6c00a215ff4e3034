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
import { ImportSure } from './0026-import-sure.js';

/** In the order in which they run; one that has shipped never changes, neither in name nor in what it does. */
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
  { name: '0026-import-sure', class: ImportSure },
];
