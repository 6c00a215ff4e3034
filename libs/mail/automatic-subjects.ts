/**
 * Beginnings of the subjects of automatic replies, in lower case: in Outlook's languages, and
 * older.
 */
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
 * Returns whether a subject is that of an automatic reply: it begins with one of these texts, and a
 * colon or the subject of the original email follows. The answer of a person begins with "Re:" or
 * has another subject.
 * @param subject the subject, with its encoded words decoded
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
