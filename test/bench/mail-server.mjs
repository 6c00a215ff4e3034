// A mail server that takes 300 ms for each email, as a process of its own. Prints its address, then
// the recipient of each email that it has accepted. Ends with the process that started it.
import '../faults/typescript.mjs';

const { MailServer } = await import('../support/doubles/smtp.ts');
const server = await MailServer.start();
server.delay = 300;
process.stdout.write(`${server.url()}\n`);
let told = 0;
setInterval(() => {
  for (; told < server.emails.length; told++)
    process.stdout.write(`${server.emails[told].to?.[0]?.address}\n`);
}, 10);
process.stdin.resume().once('close', () => process.exit());
