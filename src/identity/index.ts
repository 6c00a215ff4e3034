export { IdentityModule } from './identity.module.js';
export { createAccount } from './accounts.js';
export { AddPerson } from './people.js';
export { AppUserSchema } from './user.entity.js';
