/** An email to a user, as the program sent it. */
interface SentEmail {
  text: string;
  html: string;
}
/** Returns an answer with the text “it is not.” that quotes the email as a mail program does. */
type AnswerForm = (sentEmail: SentEmail) => { text?: string; html?: string };
/** Quotes each line of a text with the sign `>`. */
export const withQuoteSign = (text: string) => text.trimEnd().replace(/^/gm, '> ');
/** Lines with which mail programs introduce a quotation. */
export const head = {
  gmail: 'On Mon, Nov 23, 2026 at 9:12 AM Grace Church <no-reply@church.example> wrote:',
  spanish: 'El lun, 23 nov 2026 a las 9:12, Grace Church (<no-reply@church.example>) escribió:',
  outlook:
    'De: Grace Church <no-reply@church.example>\nEnviado: lunes, 23 de noviembre de 2026 ' +
    '9:12\nPara: member@grace.test\nAsunto: [Ticket] The projector',
};
const outlookHtml =
  `<hr><div id="divRplyFwdMsg"><b>De:</b> Grace Church ` +
  `&lt;no-reply@church.example&gt;<br><b>Enviado:</b> lunes, 23 de noviembre de 2026 ` +
  `9:12<br><b>Para:</b> member@grace.test<br><b>Asunto:</b> [Ticket] The projector</div>`;
/** Answers to an email in the forms in which mail programs quote it, with their names. */
export const answerForms: [string, AnswerForm][] = [
  [
    'plain, above',
    ({ text }) => ({ text: `Hi Ruth,\n\nit is not.\n\n${head.gmail}\n\n${withQuoteSign(text)}` }),
  ],
  [
    'plain, below',
    ({ text }) => ({ text: `${head.spanish}\n${withQuoteSign(text)}\n\nHi Ruth,\n\nit is not.` }),
  ],
  [
    'plain, a greeting above and the answer below',
    ({ text }) => ({ text: `Hi Ruth,\n\n${head.gmail}\n${withQuoteSign(text)}\n\nit is not.` }),
  ],
  [
    'plain, in the middle of an unmarked quotation',
    ({ text }) => ({
      text:
        `Hi Ruth,\n\n${head.outlook}\n\n` +
        text.replace('Please look.', 'it is not.\n\nPlease look.'),
    }),
  ],
  [
    'HTML of Gmail',
    ({ html }) => ({
      html:
        `<div>Hi Ruth,</div><p>it is not.</p><div class="gmail_quote"><div ` +
        `class="gmail_attr">${head.gmail}<br></div><blockquote>${html}</blockquote></div>`,
    }),
  ],
  [
    'HTML of Outlook',
    ({ html }) => ({ html: `<p>Hi Ruth,</p><p>it is not.</p>${outlookHtml}<div>${html}</div>` }),
  ],
  [
    'HTML without a body, below',
    ({ html }) => ({
      html: `<div>Hi Ruth,</div><blockquote>${html}</blockquote><p>it is not.</p>`,
    }),
  ],
];
