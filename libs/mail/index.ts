export { compose, type Letter } from './letter.js';
export { Mail } from './mail.js';
export { Mailer, type MailerOptions } from './mailer.js';
