import { startApp, type TestApp } from '../app.js';
import { MailServer } from '../doubles/smtp.js';

/** An application that sends its emails to a mail server of the test. */
export interface MailPortal {
  app: TestApp;
  mail: MailServer;
  close: () => Promise<void>;
}

/** Starts a mail server, and the application with its address. */
export async function startMailPortal(): Promise<MailPortal> {
  const mail = await MailServer.start();
  const app = await startApp({
    env: {
      BASE_URL: 'http://portal.example',
      SMTP_URL: mail.url(),
      MAIL_FROM: 'portal@church.example',
    },
  });
  return {
    app,
    mail,
    close: async () => {
      await app.close();
      await mail.stop();
    },
  };
}
