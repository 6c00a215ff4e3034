import { useEffect, useRef, useState } from 'react';
import { CircleCheck } from 'lucide-react';
import type { DonationImport, ImportField, ImportMapping, ImportQuestion } from '#libs/contracts';
import { Alert } from '../../../../components/ui/alert';
import { Button } from '../../../../components/ui/button';
import { Card } from '../../../../components/ui/card';
import { plural } from '../../../../lib/format';
import { AmountColumnsField } from './amount-columns-field';
import { ColumnMeanings } from './column-meanings';
import { ReadingQuestions, type Answers } from './reading-questions';
import { useRemap } from './use-remap';
import { WordsQuestion } from './words-question';

/** Whether a mapping has the columns that are required to read a donation. */
const hasNeededColumns = ({ amount, date, email, name, lastName }: ImportMapping['columns']) =>
  amount !== undefined && date !== undefined && (email ?? name ?? lastName) !== undefined;

const isOpenQuestion = ({ kind, words }: ImportQuestion): boolean =>
  kind !== 'words' || (words?.some(({ answer }) => answer === null) ?? false);

/**
 * Asks for the meaning of the columns and for everything else that the file leaves open. Nothing is
 * guessed.
 */
export function MappingCard({ draft, onRead }: { draft: DonationImport; onRead: () => void }) {
  const { remap, isPending, question: loss } = useRemap(draft);
  const suggested = draft.mapping?.columns ?? {};
  const [meanings, setMeanings] = useState<Partial<Record<number, ImportField>>>(() =>
    Object.fromEntries(
      Object.entries(suggested).map(([field, index]) => [index, field as ImportField]),
    ),
  );
  const [answers, setAnswers] = useState<Answers>(() => {
    const { columns: _columns, ...rest } = draft.mapping ?? { columns: {} };
    return rest;
  });
  const [leftOut, setLeftOut] = useState<ReadonlySet<number>>(
    () => new Set(draft.mapping?.unusedColumns),
  );
  const findQuestion = (kind: ImportQuestion['kind']) =>
    draft.questions.find((candidate) => candidate.kind === kind);
  const { sourceName } = draft;
  const columnQuestions = [
    findQuestion('columns'),
    findQuestion('movedColumns'),
    findQuestion('amountColumns'),
  ].filter((question) => question?.columns !== undefined);
  const { fundColumns } = answers;
  const fundColumnIndexes = new Set(fundColumns?.map(({ column }) => column));
  const askedColumns = columnQuestions.flatMap((question) => question?.columns ?? []);
  const isAsked = ({ index }: DonationImport['columns'][number]) => askedColumns.includes(index);
  const notAsked = draft.columns.filter(
    (column) => !isAsked(column) && !fundColumnIndexes.has(column.index),
  );
  const hasMethod = Object.values(meanings).includes('paymentMethod');
  const hasNeeded = hasNeededColumns(suggested);
  const hasFund = Boolean(fundColumns) || Object.values(meanings).includes('campaign');
  const card = useRef<HTMLDivElement>(null);
  const [askedBefore, setAskedBefore] = useState<ReadonlySet<string> | null>(null);
  const openQuestion = askedBefore ? draft.questions.find(isOpenQuestion) : undefined;
  useEffect(() => {
    if (!openQuestion) return;
    const selects = [...(card.current?.querySelectorAll('select') ?? [])];
    const [field] =
      card.current?.querySelectorAll<HTMLElement>(
        `[data-question="${openQuestion.kind}"] select`,
      ) ?? [];
    (selects.find(({ value }) => value === '') ?? field)?.focus();
  }, [openQuestion]);
  const save = () => {
    const kindsAsked = new Set(draft.questions.map(({ kind }) => kind));
    const columns = Object.fromEntries(
      Object.entries(meanings).flatMap(([index, field]) =>
        field && !(fundColumnIndexes.has(Number(index)) && field !== 'amount')
          ? [[field, Number(index)]]
          : [],
      ),
    );
    const unusedColumns = [...leftOut].filter((index) => !fundColumnIndexes.has(index));
    remap(
      { ...draft.mapping, ...answers, columns, unusedColumns },
      {
        onSuccess: (read) => {
          onRead();
          if (read.status === 'needs_mapping') setAskedBefore(kindsAsked);
        },
      },
    );
  };
  const choose = (index: number, field: ImportField | undefined) => {
    // The answer about the numbers of one column does not apply to another column.
    if (field === 'transactionId' || meanings[index] === 'transactionId')
      setAnswers((old) => ({ ...old, numbers: undefined }));
    const otherColumns = [...leftOut].filter((column) => column !== index);
    setLeftOut(new Set(field ? otherColumns : [...otherColumns, index]));
    setMeanings((oldMeanings) => ({
      ...Object.fromEntries(
        Object.entries(oldMeanings).filter(
          ([columnIndex, meaning]) => Number(columnIndex) !== index && meaning !== field,
        ),
      ),
      ...(field ? { [index]: field } : {}),
    }));
  };
  return (
    <Card
      title={sourceName ? `This looks like a ${sourceName} file.` : 'What do the columns mean?'}
      description={
        sourceName
          ? `${askedColumns.length > 0 ? 'Most of its' : 'Its'} columns and words are ` +
            'known; correct anything that is wrong. Your church will remember it for the ' +
            'next file of this kind.'
          : 'Recognized by name and content; correct anything that is wrong. Your church ' +
            'will remember it for the next file of this kind.'
      }
      actions={
        sourceName && (
          <Button size="sm" pending={isPending} onClick={() => remap({ source: null })}>
            It is something else
          </Button>
        )
      }
      footer={
        <>
          <span role="status">
            {openQuestion
              ? `${askedBefore?.has(openQuestion.kind) ? 'Still open' : 'One more question'}: ` +
                openQuestion.message
              : draft.fileName}
          </span>
          <Button variant="primary" pending={isPending} pendingLabel="Reading…" onClick={save}>
            Read the file
          </Button>
        </>
      }
    >
      <div ref={card} className="space-y-6">
        {draft.message && !hasNeeded && <Alert>{draft.message}</Alert>}
        {draft.repaired > 0 && (
          <p className="flex items-center gap-2 text-ink-2">
            <CircleCheck aria-hidden className="size-4 shrink-0 text-good" />
            Your fixes in {plural(draft.repaired, 'row')} are kept.
          </p>
        )}
        {draft.mapping?.giverAbove && (
          <p className="text-ink-2">The name of each giver is in a line above the gifts.</p>
        )}
        {(askedColumns.length > 0 || fundColumns) && (
          <fieldset className="min-w-0 space-y-4">
            <legend className="text-grid font-medium">Columns that can change the sum</legend>
            {columnQuestions.map((question) => (
              <p key={question?.kind} className="text-label text-ink-2">
                {question?.message}
              </p>
            ))}
            <AmountColumnsField
              draft={draft}
              fundColumns={fundColumns}
              onChange={(chosen) => setAnswers({ ...answers, fundColumns: chosen })}
            />
            <ColumnMeanings
              columns={draft.columns.filter(
                (column) => isAsked(column) && !fundColumnIndexes.has(column.index),
              )}
              meanings={meanings}
              asked={askedColumns}
              leftOut={leftOut}
              onChoose={choose}
            />
          </fieldset>
        )}
        {!sourceName && (
          <ColumnMeanings
            columns={notAsked}
            meanings={meanings}
            leftOut={leftOut}
            onChoose={choose}
          />
        )}
        {draft.questions
          .filter(({ kind, field }) => kind === 'words' && (field !== 'campaign' || hasFund))
          .map((question) => {
            const field = question.field ?? 'status';
            return (
              <WordsQuestion
                key={field}
                question={question}
                answers={answers.words?.[field] ?? {}}
                onAnswer={(word, answer) =>
                  setAnswers({
                    ...answers,
                    words: {
                      ...answers.words,
                      [field]: { ...answers.words?.[field], [word]: answer },
                    },
                  })
                }
              />
            );
          })}
        <ReadingQuestions
          draft={draft}
          answers={answers}
          hasMethod={hasMethod}
          hasFund={hasFund}
          onAnswer={(more) => setAnswers({ ...answers, ...more })}
        />
        {loss}
        {sourceName && (
          <details>
            <summary className="cursor-pointer text-grid font-medium">
              What its {plural(draft.columns.length, 'column')} mean
            </summary>
            <div className="mt-4">
              <ColumnMeanings
                columns={notAsked}
                meanings={meanings}
                leftOut={leftOut}
                onChoose={choose}
              />
            </div>
          </details>
        )}
      </div>
    </Card>
  );
}
