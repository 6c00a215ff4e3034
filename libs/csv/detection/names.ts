import type { ImportMapping, ImportQuestion } from '#libs/contracts';
import { ask } from '../messages.js';

type NameStyle = NonNullable<ImportMapping['nameStyle']>;

/** What stands behind a comma without being a first name. */
const suffix =
  /^(?:inc|llc|ltd|co|corp|corporation|company|foundation|trust|lp|llp|pc|gmbh|jr|sr|ii|iii|iv|md|phd|dds|esq|rev|cpa)\b\.?/i;

/** Splits a name at its only comma; null for a name that is not written as "Last, First". */
function splitAtComma(name: string): [last: string, first: string] | null {
  const parts = name.split(',').map((part) => part.trim());
  const [last = '', first = ''] = parts;
  const areWords = /^\p{L}/u.test(last) && /^\p{L}/u.test(first) && !/\d/.test(name);
  return parts.length === 2 && areWords && !suffix.test(first) ? [last, first] : null;
}

export const isLastNameFirst = (name: string): boolean => splitAtComma(name) !== null;

/** Turns "Brooks, Hannah" into "Hannah Brooks"; any other name is returned as it is. */
export function firstNameFirst(name: string): string {
  const parts = splitAtComma(name);
  return parts ? `${parts[1]} ${parts[0]}` : name;
}

/** The share of names with a comma from which the whole column is written so, and up to which single ones are left alone. */
const mostNames = 0.6;
const fewNames = 0.2;
const sampleCount = 5;

export interface NameObserver {
  see(name: string): void;
  /** absent where the file does not decide, or has no such names */
  style(): NameStyle | undefined;
  questions(): ImportQuestion[];
}

/** Finds out whether the names of a column are written with the last name first. */
export function createNameObserver(answer: NameStyle | undefined): NameObserver {
  let [withComma, plain] = [0, 0];
  const samples = new Set<string>();
  const share = () => withComma / (withComma + plain);
  return {
    see(name) {
      if (isLastNameFirst(name)) {
        withComma++;
        if (samples.size < sampleCount) samples.add(name.slice(0, 60));
      } else if (/\p{L}\s+\p{L}/u.test(name)) plain++;
    },
    style() {
      if (answer) return answer;
      return withComma > 0 && share() >= mostNames ? 'lastFirst' : undefined;
    },
    questions() {
      if (withComma === 0 || this.style() || share() < fewNames) return [];
      return [{ kind: 'nameStyle', message: ask.nameStyle, samples: [...samples] }];
    },
  };
}
