import type { ImportQuestion, ImportWord, WordField } from '#libs/contracts';
import { formatUsd, fromDecimal } from '#libs/money';
import { Select } from '../../../../components/ui/form/input';
import { plural } from '../../../../lib/format';
import { FundCombobox } from '../../../../components/giving/fund-combobox';
import { answersFor } from './word-answers';

const titles: Record<WordField, string> = {
  status: 'Statuses',
  type: 'Types',
  test: 'Test mode',
  direction: 'Directions',
  currency: 'Currencies',
  campaign: 'Funds',
  paymentMethod: 'Payment methods',
};

export interface WordsQuestionProps {
  question: ImportQuestion;
  answers: Record<string, string>;
  onAnswer: (word: string, answer: string) => void;
}

/**
 * The different words of one column, with their rows and totals: unknown words first, then known
 * ones to check.
 */
export function WordsQuestion({
  question: { field = 'status', message, words = [] },
  answers,
  onAnswer,
}: WordsQuestionProps) {
  const unanswered = words.filter(({ answer }) => answer === null);
  const answeredWords = words.filter(({ answer }) => answer !== null);
  const knownCount = plural(answeredWords.length, field === 'campaign' ? 'fund' : 'word');
  const list = (some: ImportWord[]) => (
    <ul className="divide-y">
      {some.map((word) => (
        <WordRow
          key={word.word}
          field={field}
          word={word}
          answer={answers[word.word] ?? word.answer}
          onAnswer={(answer) => onAnswer(word.word, answer)}
        />
      ))}
    </ul>
  );
  return (
    <fieldset className="min-w-0">
      <legend className="text-grid font-medium">{titles[field]}</legend>
      {unanswered.length > 0 && (
        <>
          <p className="text-label text-ink-2">{message}</p>
          {list(unanswered)}
        </>
      )}
      {answeredWords.length > 0 && (
        <details className="mt-1">
          <summary className="cursor-pointer text-label text-ink-2">
            {unanswered.length > 0
              ? `${plural(answeredWords.length, 'word')} more, already understood`
              : `${knownCount}, understood: look through them`}
          </summary>
          {list(answeredWords)}
        </details>
      )}
    </fieldset>
  );
}

interface WordRowProps {
  field: WordField;
  word: ImportWord;
  answer: string | null;
  onAnswer: (answer: string) => void;
}

function WordRow({ field, word: { word, rows, amount }, answer, onAnswer }: WordRowProps) {
  const label = `“${word || 'Nothing'}” means`;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2">
      <span className="min-w-0 flex-1 basis-48">
        <span className="block font-medium break-words">
          {word || <span className="text-ink-2">Nothing stands there</span>}
        </span>
        <span className="block text-label text-ink-2 tabular-nums">
          {plural(rows, 'row')}, {formatUsd(fromDecimal(amount))}
        </span>
      </span>
      {field === 'campaign' ? (
        <div className="w-56 max-sm:w-full">
          <FundCombobox aria-label={label} value={answer ?? ''} onChange={onAnswer} />
        </div>
      ) : (
        <Select
          aria-label={label}
          className="w-56 max-sm:w-full"
          value={answer ?? ''}
          onChange={(event) => onAnswer(event.target.value)}
        >
          <option value="" disabled>
            Choose…
          </option>
          {answersFor(field).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </Select>
      )}
    </li>
  );
}
