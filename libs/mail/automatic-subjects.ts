/** How the subjects of automatic replies begin, in lower case: in Outlook's languages, and older forms. */
const beginnings = [
  'automatic reply',
  'automatic response',
  'automated reply',
  'automated response',
  'auto reply',
  'auto-reply',
  'autoreply',
  'auto response',
  'auto-response',
  'autoresponse',
  'out of office',
  'out-of-office',
  'out of office autoreply',
  'out of the office',
  'vacation reply',
  'vacation response',
  'respuesta automática',
  'respuesta automatica',
  'fuera de la oficina',
  'resposta automática',
  'resposta automatica',
  'resposta automàtica',
  'ausência temporária',
  'fora do escritório',
  'réponse automatique',
  'reponse automatique',
  'absence du bureau',
  'automatische antwort',
  'abwesenheitsnotiz',
  'abwesenheitsnachricht',
  'risposta automatica',
  'fuori sede',
  'fuori ufficio',
  'automatisch antwoord',
  'afwezigheidsbericht',
  'autosvar',
  'automatiskt svar',
  'automatisk svar',
  'frånvaromeddelande',
  'fraværsmelding',
  'automaattinen vastaus',
  'poissaoloilmoitus',
  'automaatvastus',
  'automatinis atsakymas',
  'automātiska atbilde',
  'automatyczna odpowiedź',
  'odpowiedź automatyczna',
  'automatická odpověď',
  'automatická odpoveď',
  'automatikus válasz',
  'răspuns automat',
  'automatski odgovor',
  'samodejni odgovor',
  'автоматический ответ',
  'автоответ',
  'автоматична відповідь',
  'автоматичен отговор',
  'аутоматски одговор',
  'αυτόματη απάντηση',
  'otomatik yanıt',
  'otomatik cevap',
  'balasan otomatis',
  'balasan automatik',
  'trả lời tự động',
  'thư trả lời tự động',
  'erantzun automatikoa',
  'awtomatikong tugon',
  'jibu otomatiki',
  '自動応答',
  '自動返信',
  '自动答复',
  '自动回复',
  '自動回覆',
  '자동 회신',
  '자동 응답',
  'ตอบกลับอัตโนมัติ',
  'การตอบกลับอัตโนมัติ',
  'स्वचालित उत्तर',
  'رد تلقائي',
  'الرد التلقائي',
  'תשובה אוטומטית',
  'מענה אוטומטי',
];

/**
 * Whether a subject is one of an automatic reply: it begins with such words, and a colon or the subject of the email
 * that is answered follows. A person who answers writes "Re:" before, or another subject.
 * @param subject decoded
 */
export function isAutomaticSubject(subject: string): boolean {
  const start = subject
    .slice(0, 200)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/^[ [(*]+/, '');
  return beginnings.some(
    (words) =>
      start.startsWith(words) && /^ ?(?:$|[:\])*–—-]|re:|\[ticket)/.test(start.slice(words.length)),
  );
}
