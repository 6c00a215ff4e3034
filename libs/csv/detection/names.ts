import type { ImportMapping, ImportQuestion } from '#libs/contracts';
import { ask } from '../messages.js';

type NameStyle = NonNullable<ImportMapping['nameStyle']>;

/** A suffix of the name of a company or person, such as "Inc" or "Jr". It is no first name. */
const suffix =
  /^(?:inc|llc|ltd|co|corp|corporation|company|foundation|trust|lp|llp|pc|plc|pllc|gmbh|ag|ministries|jr|sr|ii|iii|iv|md|phd|dds|dvm|rn|mba|esq|rev|cpa)\.?$/i;

/** Splits a name at its only comma; null for a name that is not written as "Last, First". */
function splitAtComma(name: string): [last: string, first: string] | null {
  const parts = name.split(',').map((part) => part.trim());
  const [last = '', first = ''] = parts;
  const areWords = /^\p{L}/u.test(last) && /^\p{L}/u.test(first) && !/\d/.test(name);
  if (parts.length !== 2 || !areWords) return null;
  return first.split(/\s+/).some((word) => suffix.test(word)) ? null : [last, first];
}

export const isLastNameFirst = (name: string): boolean => splitAtComma(name) !== null;

/** Turns "Brooks, Hannah" into "Hannah Brooks"; any other name is returned as it is. */
export function firstNameFirst(name: string): string {
  const parts = splitAtComma(name);
  return parts ? `${parts[1]} ${parts[0]}` : name;
}

/** Minimum share of names with a comma in a column that has the last name first. */
const minCommaShare = 0.6;
const sampleCount = 5;

/** Finds out whether the names of a column are written with the last name first. */
export interface NameObserver {
  see(name: string): void;
  /** The answer, or the style of most names; undefined if the names do not decide it. */
  style(): NameStyle | undefined;
  questions(): ImportQuestion[];
}

/** @param answer the answer of a user, which is not asked again */
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
      return withComma > 0 && share() >= minCommaShare ? 'lastFirst' : undefined;
    },
    questions() {
      if (withComma === 0 || this.style()) return [];
      return [{ kind: 'nameStyle', message: ask.nameStyle, samples: [...samples] }];
    },
  };
}
