export { convertUserSearch } from './search-conversion.js';
export { identityExpiry } from './expiry.js';
export { IdentityModule } from './identity.module.js';
export { createAccount } from './account/accounts.js';
export { resetFactor } from './account/operator.js';
export { churchesWithoutAdmin, makeAdmin } from './members/administrators.js';
export { newsReadersSql } from './account/news-readers.sql.js';
export { StopNews, StopTexts } from './account/stop-commands.js';
export { Refusals } from './oversight/refusals.js';
export { cookieName } from './sessions/cookie.js';
export { Actors } from './sign-in/actors.js';
export { AddUser } from './add-user.js';
export {
  emailsWithAccount,
  findAccounts,
  findSuperAdmins,
  findUsers,
  findUsersByRole,
  mayOpenPortal,
  searchUsers,
  type UserRecord,
} from './users.query.js';
export { AppUserSchema, userPictureColumns } from './user.entity.js';
export { portalUserIdsSql, superAdminIdsSql } from './users.sql.js';
