export { resealMessages, unopenable } from './messages/keys.js';
export { MessageSchema } from './messages/message.entity.js';
export { keepMessage, keepReply } from './messages/sealing.js';
export { SupportModule } from './support.module.js';
