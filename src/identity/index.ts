export { IdentityModule } from './identity.module.js';
export { createAccount } from './accounts.js';
export { Refusals } from './refusals.js';
export { AddPerson } from './people.js';
export { AppUserSchema } from './user.entity.js';
