import { matchesSearch, searchKey, searchWords } from '#libs/contracts';

/** A value that a combobox offers. */
export interface ComboboxOption {
  value: string;
  label: string;
  /** A second, less prominent line. The search reads it too, for example an email address. */
  hint?: string | undefined;
}

/**
 * Finds the options that contain all words of the text, in any order: "alv ruth" finds Ruth
 * Alvarez.
 */
export function searchOptions(options: readonly ComboboxOption[], text: string): ComboboxOption[] {
  const words = searchWords(text);
  return options.filter(({ label, hint }) => matchesSearch(words, [label, hint ?? null]));
}

/**
 * Returns the match that typing alone highlights: the only match, or the only one whose label or
 * hint is exactly the text. Returns undefined when the text could mean several options, because the
 * program must not guess a giver.
 */
export function unambiguousMatch(
  matches: readonly ComboboxOption[],
  text: string,
): ComboboxOption | undefined {
  const wantedKey = searchKey(text);
  if (wantedKey === '') return undefined;
  if (matches.length === 1) return matches[0];
  const exact = matches.filter(
    ({ label, hint }) => searchKey(label) === wantedKey || searchKey(hint ?? '') === wantedKey,
  );
  return exact.length === 1 ? exact[0] : undefined;
}

/** The state of a combobox at the moment when the user leaves it. */
export interface ComboboxState {
  /** The text that no option stands for yet; null when nothing was typed. */
  typed: string | null;
  isOpen: boolean;
  highlighted: ComboboxOption | undefined;
  /** The number of options that the text matches. */
  matchCount: number;
  /** Whether a text that is no option can be the value. */
  allowCustom: boolean;
}

/**
 * What happens when the user leaves the field: `take` chooses the highlighted option. `stay` keeps
 * the focus and the list, because several options match. `unchosen` leaves the text in the field,
 * without a value. `leave` changes nothing.
 */
export type LeaveOutcome = 'take' | 'stay' | 'unchosen' | 'leave';

/**
 * Decides what the Tab key does. Escape closes the list first, so that the keyboard is never
 * trapped.
 */
export function outcomeOfTab(state: ComboboxState): LeaveOutcome {
  if (state.isOpen && state.highlighted) return 'take';
  const outcome = outcomeWithoutHighlight(state);
  const isAmbiguous = outcome === 'unchosen' && state.matchCount > 1;
  return isAmbiguous && state.isOpen ? 'stay' : outcome;
}

/**
 * Decides what a click elsewhere does. An option that the user highlighted without typing is not
 * taken.
 */
export function outcomeOfBlur(state: ComboboxState): LeaveOutcome {
  const isTaken = state.isOpen && state.typed !== null && state.highlighted !== undefined;
  return isTaken ? 'take' : outcomeWithoutHighlight(state);
}

function outcomeWithoutHighlight({ typed, allowCustom }: ComboboxState): LeaveOutcome {
  const hasText = typed !== null && typed.trim() !== '';
  return hasText && !allowCustom ? 'unchosen' : 'leave';
}

/**
 * Returns the sentence that says that a choice is needed.
 * @param emptyText says that nothing matches
 */
export function choiceNeeded(matches: readonly ComboboxOption[], emptyText: string): string {
  const [onlyMatch] = matches;
  if (!onlyMatch) return `${emptyText} Nothing is chosen yet.`;
  if (matches.length === 1) {
    return `Nothing is chosen yet. Press Enter in this field to choose ${onlyMatch.label}.`;
  }
  return 'Please choose one: several match. Use the arrow keys and Enter, or type more.';
}
