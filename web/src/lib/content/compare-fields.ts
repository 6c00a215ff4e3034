/** A field of two versions of a form, as texts. */
interface ComparedField {
  label: string;
  theirs: string;
  mine: string;
}

/** A field of a form: its name, its label, and optionally a function that describes its value. */
type FieldLabel<In, Name extends keyof In> = readonly [
  name: Name,
  label: string,
  describe?: (value: In[Name]) => string,
];
/** The fields of a form that two versions are compared by, in their order. */
export type FieldLabels<In> = readonly { [Name in keyof In]: FieldLabel<In, Name> }[keyof In][];

/** The number of characters that are shown of a text, and of them before the first difference. */
const shownLength = 240;
const lengthBefore = 60;

/**
 * Pairs the values of two versions of a form as texts. If one of the two texts is long, both are
 * cut to the part around the first difference.
 */
export function compareFields<In extends object>(
  labels: FieldLabels<In>,
  theirs: In,
  mine: In,
): ComparedField[] {
  return labels.map(([name, label, describe = describeValue]) => {
    const describeField = describe as (value: unknown) => string;
    const [theirText, myText] = [describeField(theirs[name]), describeField(mine[name])];
    const isLong = Math.max(theirText.length, myText.length) > shownLength;
    const start = isLong ? Math.max(0, firstDifference(theirText, myText) - lengthBefore) : 0;
    return { label, theirs: shorten(theirText, start), mine: shorten(myText, start) };
  });
}

/** Describes the value of a usual field. Lists are joined by commas. */
function describeValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) return value.map(describeValue).join(', ') || '–';
  return Object.values(value).map(describeValue).join(' ');
}

/** Returns the index of the first character that differs; 0 if the texts are equal. */
function firstDifference(first: string, second: string): number {
  let index = 0;
  while (index < first.length && first[index] === second[index]) index++;
  return index === first.length && first.length === second.length ? 0 : index;
}

function shorten(text: string, start: number): string {
  const part = text.slice(start, start + shownLength);
  const isCut = start + shownLength < text.length;
  return `${start > 0 ? '…' : ''}${part}${isCut ? '…' : ''}`;
}
