/**
 * The words that files contain instead of a name if the giver is not known: in the languages whose
 * column headings the import reads, and in Dutch. In lower case, without accents.
 */
const namesOfNobody = new Set(
  `- | -- | --- | ? | . | n/a | na | n.a. | none | nobody | no name | not given | not provided |
  unknown | unknown donor | unknown giver | unidentified | unidentified donor |
  unidentified giver | anon | anonymous | anonymous donor | anonymous giver | anonymous gift |
  various | various donors | miscellaneous | loose plate | loose offering | loose cash |
  loose change | loose plate offering | plate | plate offering | offering plate | open plate |
  open offering | general offering | cash offering | collection | collection plate | anonym |
  unbekannt | namenlos | ohne namen | ohne name | keine angabe | k.a. | kollekte | diverse |
  barkollekte | anonyme | inconnu | inconnue | sans nom | quete | divers | anonimo | anonima |
  desconocido | desconocida | sin nombre | ofrenda suelta | varios | anoniem | onbekend | collecte`
    .split('|')
    .map((word) => word.trim()),
);

/**
 * Whether a file writes the name if the giver is not known, such as "Anonymous" or "Loose Plate".
 */
export const namesNobody = (name: string): boolean =>
  namesOfNobody.has(
    name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim(),
  );
