import { describe, expect, it } from '@jest/globals';
import { readHead } from './index.js';

const head = (...fields: string[]) =>
  readHead(Buffer.from(['From: hannah@grace.test', ...fields, '', 'Hello.'].join('\r\n')));
const automatic = async (...fields: string[]) => (await head(...fields)).automatic;
const encoded = (text: string) => `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`;

describe('an automatic email', () => {
  it.each<[string[], string]>([
    [['Auto-Submitted: auto-replied'], 'auto-submitted'],
    [['Auto-Submitted: auto-generated; owner=x'], 'auto-submitted'],
    [['Precedence: bulk'], 'precedence'],
    [['Precedence: auto_reply'], 'precedence'],
    [['X-Autoreply: yes'], 'auto-response'],
    [['X-Autorespond: yes'], 'auto-response'],
    [['List-Id: <people.example.org>'], 'list'],
    [['List-Unsubscribe: <https://x.example>'], 'list'],
    [['Return-Path: <>'], 'empty return path'],
    [['Content-Type: multipart/report; report-type=delivery-status'], 'report'],
  ])('is recognized by %j', async (fields, reason) => {
    expect(await automatic(...fields)).toBe(reason);
  });

  it.each([
    'Automatic reply: [Ticket #12345678] The projector',
    'AUTOMATIC REPLY: The projector',
    'Auto-Reply: Re: The projector',
    '[Auto-Reply] The projector',
    'Automatic reply',
    'Out of Office: The projector',
    'Out of Office AutoReply: The projector',
    'Respuesta automática: [Ticket #12345678] The projector',
    'Respuesta automa\u0301tica: The projector',
    'Automatische Antwort: The projector',
    'Abwesenheitsnotiz: The projector',
    'Réponse automatique : The projector',
    'Réponse automatique\u00a0: The projector',
    'Resposta automática: The projector',
    'Risposta automatica: The projector',
    'Automatisch antwoord: The projector',
    'Autosvar: The projector',
    'Automatyczna odpowiedź: The projector',
    'Автоматический ответ: The projector',
    '自動応答: The projector',
    '自动答复： The projector',
    '자동 회신: The projector',
    'Trả lời tự động: The projector',
  ])('is recognized by the subject %j, encoded or not', async (subject) => {
    expect(await automatic(`Subject: ${subject}`)).toBe('subject');
    expect(await automatic(`Subject: ${encoded(subject)}`)).toBe('subject');
  });

  it.each<string[]>([
    [],
    ['Auto-Submitted: no'],
    ['X-Auto-Response-Suppress: All'],
    ['X-Auto-Response-Suppress: DR, RN, NRN, OOF, AutoReply'],
    ['Return-Path: <hannah@grace.test>'],
    ['Subject: Re: Automatic reply: The projector'],
    ['Subject: RE: [Ticket #12345678] Automatic reply: nobody answers'],
    ['Subject: Automatic replies annoy me'],
    ['Subject: Out of office until Monday, who has the key?'],
    ['Subject: The projector'],
    ['Subject: '],
  ])('is not recognized by %j', async (...fields) => {
    expect(await automatic(...fields)).toBeNull();
  });
});

describe('the recipients of an email', () => {
  it('are all addresses to which it was sent or delivered', async () => {
    const { to } = await head(
      'To: "Grace, Church" <Ticket-1@Reply.example>, a@b.example',
      'Cc: Staff: c@d.example, e@f.example;',
      'Delivered-To: g@h.example',
      'X-Original-To: g@h.example',
      'Envelope-To: <i@j.example>',
    );
    expect(to).toEqual([
      'ticket-1@reply.example',
      'a@b.example',
      'c@d.example',
      'e@f.example',
      'g@h.example',
      'i@j.example',
    ]);
  });

  it('are found in folded lines', async () => {
    const { to } = await head('To: Grace Church', '\t<ticket-1@reply.example>,', ' a@b.example');
    expect(to).toEqual(['ticket-1@reply.example', 'a@b.example']);
  });
});

describe('a long header', () => {
  it('is refused if it has more than a megabyte', async () => {
    const longHeader = Buffer.from(`Subject: ${'x'.repeat(1024 * 1024)}\r\n\r\nHello.`);
    await expect(readHead(longHeader)).rejects.toThrow('too long');
    await expect(readHead(Buffer.alloc(24 * 1024 * 1024, 'x'))).rejects.toThrow('too long');
  });
});
