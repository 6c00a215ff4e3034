export { IdentityModule } from './identity.module.js';
export { createAccount } from './account/accounts.js';
export { resetFactor } from './account/operator.js';
export { churchesWithoutAdmin, makeAdmin } from './members/administrators.js';
export { stopNews } from './account/preferences.controller.js';
export { Refusals } from './oversight/refusals.js';
export { WhoAsks } from './sign-in/who-asks.js';
export { AddPerson } from './people.js';
export { AppUserSchema } from './user.entity.js';
