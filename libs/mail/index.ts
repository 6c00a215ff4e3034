export type { EmailHead } from './email-header.js';
export { wholeText, wholeTextName, type EmailFile } from './email-file.js';
export type { Inbound } from './inbound.js';
export { splitAnswer } from './quotation.js';
export { readHead, readEmail } from './inbound-threads.js';
export { answerMark, compose, type Email } from './email.js';
export { Mail } from './mail.js';
export { Sms, SmsError } from './sms.js';
export { isPermanentRefusal, Mailer, type MailerOptions } from './mailer.js';
