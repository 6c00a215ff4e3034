export { IdentityModule } from './identity.module.js';
export { createAccount } from './account/accounts.js';
export { Refusals } from './oversight/refusals.js';
export { AddPerson } from './people.js';
export { AppUserSchema } from './user.entity.js';
