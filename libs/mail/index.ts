export { splitAnswer, type Inbound } from './inbound.js';
export { readHead, readLetter } from './inbound-threads.js';
export { answerMark, compose, type Letter } from './letter.js';
export { Mail } from './mail.js';
export { Sms, SmsError } from './sms.js';
export { isPermanentRefusal, Mailer, type MailerOptions } from './mailer.js';
