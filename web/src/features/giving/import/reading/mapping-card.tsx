import { useEffect, useRef, useState } from 'react';
import { CircleCheck } from 'lucide-react';
import type { DonationImport, ImportField, ImportMapping, ImportQuestion } from '#libs/contracts';
import { Alert } from '../../../../components/ui/alert';
import { Button } from '../../../../components/ui/button';
import { Card } from '../../../../components/ui/card';
import { Combobox } from '../../../../components/ui/form/combobox';
import { Field } from '../../../../components/ui/form/field';
import { Select } from '../../../../components/ui/form/input';
import { QuestionField } from './question-field';
import { timeZoneOptions } from '../../../../lib/time-zones';
import { plural } from '../../../../lib/format';
import { ColumnMeanings } from './column-meanings';
import { dateStyles, decimalStyles, isOffered, nameStyles, numberStyles } from './reading-choices';
import { FundCombobox } from './fund-combobox';
import { useRemap } from './use-remap';
import { paymentMethods } from '../vocabulary';
import { WordsQuestion } from './words-question';

/** The choice of no method: an answer like the others, so that the field is not optional. */
const none = 'none';

/** What the columns mean, and whatever the file itself leaves open: asked, never guessed. */
export function MappingCard({ draft, onRead }: { draft: DonationImport; onRead: () => void }) {
  const { remap, isPending, question: loss } = useRemap(draft);
  const suggested = draft.mapping?.columns ?? {};
  const [meanings, setMeanings] = useState<Partial<Record<number, ImportField>>>(() =>
    Object.fromEntries(
      Object.entries(suggested).map(([field, index]) => [index, field as ImportField]),
    ),
  );
  const [answers, setAnswers] = useState<Omit<ImportMapping, 'columns'>>(() => {
    const { columns: _columns, ...rest } = draft.mapping ?? { columns: {} };
    return rest;
  });
  const [leftOut, setLeftOut] = useState<ReadonlySet<number>>(
    () => new Set(draft.mapping?.unusedColumns),
  );
  const question = (kind: ImportQuestion['kind']) =>
    draft.questions.find((one) => one.kind === kind);
  const zone = question('zone');
  const { sourceName } = draft;
  const askedAbout = [question('columns'), question('amountColumns')].filter(
    (one) => one?.columns !== undefined,
  );
  const asked = askedAbout.flatMap((one) => one?.columns ?? []);
  const isAsked = ({ index }: DonationImport['columns'][number]) => asked.includes(index);
  const notAsked = draft.columns.filter((column) => !isAsked(column));
  // rows without a method are asked about, and no answer is none
  const noMethod = question('paymentMethod');
  const hasMethod = Object.values(meanings).includes('paymentMethod');
  const hasFund = Object.values(meanings).includes('campaign');
  const card = useRef<HTMLDivElement>(null);
  const [tried, setTried] = useState(false);
  const stillOpen = tried
    ? draft.questions.find(
        ({ kind, words }) => kind !== 'words' || words?.some(({ answer }) => answer === null),
      )
    : undefined;
  useEffect(() => {
    if (stillOpen)
      [...(card.current?.querySelectorAll('select') ?? [])]
        .find(({ value }) => value === '')
        ?.focus();
  }, [stillOpen]);
  const save = () => {
    const columns = Object.fromEntries(
      Object.entries(meanings).flatMap(([index, field]) => (field ? [[field, Number(index)]] : [])),
    );
    remap(
      { ...answers, columns, unusedColumns: [...leftOut] },
      {
        onSuccess: (read) => {
          onRead();
          if (read.status === 'needs_mapping') setTried(true);
        },
      },
    );
  };
  const choose = (index: number, field: ImportField | undefined) => {
    // what the numbers of one column mean says nothing of another column
    if (field === 'transactionId' || meanings[index] === 'transactionId')
      setAnswers(({ numbers: _otherColumn, ...rest }) => rest);
    const others = [...leftOut].filter((one) => one !== index);
    setLeftOut(new Set(field ? others : [...others, index]));
    setMeanings((old) => ({
      ...Object.fromEntries(
        Object.entries(old).filter(([at, known]) => Number(at) !== index && known !== field),
      ),
      ...(field ? { [index]: field } : {}),
    }));
  };
  return (
    <Card
      title={sourceName ? `This looks like a ${sourceName} file.` : 'What do the columns mean?'}
      description={
        sourceName
          ? `${asked.length > 0 ? 'Most of its' : 'Its'} columns and words are known; correct anything that is wrong. Your church will remember it for the next file of this kind.`
          : 'Recognized by name and content; correct anything that is wrong. Your church will remember it for the next file of this kind.'
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
            {stillOpen ? `Still open: ${stillOpen.message}` : draft.fileName}
          </span>
          <Button variant="primary" pending={isPending} pendingLabel="Reading…" onClick={save}>
            Read the file
          </Button>
        </>
      }
    >
      <div ref={card} className="space-y-6">
        {draft.message && <Alert>{draft.message}</Alert>}
        {draft.repaired > 0 && (
          <p className="flex items-center gap-2 text-ink-2">
            <CircleCheck aria-hidden className="size-4 shrink-0 text-good" />
            Your fixes in {plural(draft.repaired, 'row')} are kept.
          </p>
        )}
        {draft.mapping?.giverAbove && (
          <p className="text-ink-2">The name of each giver is in a line above the gifts.</p>
        )}
        {asked.length > 0 && (
          <fieldset className="min-w-0 space-y-4">
            <legend className="text-grid font-medium">Columns that can change the sum</legend>
            {askedAbout.map((one) => (
              <p key={one?.kind} className="text-label text-ink-2">
                {one?.message}
              </p>
            ))}
            <ColumnMeanings
              columns={draft.columns.filter(isAsked)}
              meanings={meanings}
              asked={asked}
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
          .filter(({ kind }) => kind === 'words')
          .map((one) => {
            const field = one.field ?? 'status';
            return (
              <WordsQuestion
                key={field}
                question={one}
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
        <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
          <QuestionField
            question={question('dateStyle')}
            label="How are dates written?"
            options={dateStyles}
            value={answers.dateStyle}
            onChange={(dateStyle) => setAnswers({ ...answers, dateStyle })}
          />
          <QuestionField
            question={question('nameStyle')}
            label="How are names written?"
            options={nameStyles}
            value={answers.nameStyle}
            onChange={(nameStyle) => setAnswers({ ...answers, nameStyle })}
          />
          <QuestionField
            question={question('numbers')}
            label="What do the transaction numbers mean?"
            options={numberStyles.filter(([value]) => isOffered(question('numbers'), value))}
            value={answers.numbers ?? draft.mapping?.numbers}
            onChange={(numbers) => setAnswers({ ...answers, numbers })}
          />
          <QuestionField
            question={question('decimalStyle')}
            label="How are cents written?"
            options={decimalStyles}
            value={answers.decimalStyle}
            onChange={(decimalStyle) => setAnswers({ ...answers, decimalStyle })}
          />
          {zone && (
            <Field
              label="Time zone"
              help={[zone.message, zone.samples.slice(0, 3).join(' · ')].join(' ')}
            >
              {(control) => (
                <Combobox
                  {...control}
                  options={timeZoneOptions()}
                  value={answers.zone ?? ''}
                  onChange={(value) => setAnswers({ ...answers, zone: value })}
                  emptyText="No time zone has this name."
                />
              )}
            </Field>
          )}
          <Field
            label={
              hasMethod ? 'Where the file names no payment method' : 'Payment method of all rows'
            }
            help={noMethod?.message ?? (hasMethod ? undefined : 'No column says it')}
          >
            {(control) => (
              <Select
                {...control}
                value={answers.defaults?.paymentMethod ?? (hasMethod && !noMethod ? none : '')}
                onChange={(event) =>
                  setAnswers({
                    ...answers,
                    defaults: {
                      ...answers.defaults,
                      paymentMethod: paymentMethods.find((method) => method === event.target.value),
                    },
                  })
                }
              >
                {hasMethod && !noMethod ? (
                  <option value={none}>Such rows are errors</option>
                ) : (
                  <option value="" disabled>
                    Choose…
                  </option>
                )}
                {paymentMethods.map((method) => (
                  <option key={method}>{method}</option>
                ))}
              </Select>
            )}
          </Field>
          <Field
            label={hasFund ? 'Fund where the file names none' : 'Fund of all rows'}
            optional
            help={hasFund ? undefined : 'No column says it'}
          >
            {(control) => (
              <FundCombobox
                {...control}
                value={answers.defaults?.campaign ?? ''}
                onChange={(campaign) =>
                  setAnswers({ ...answers, defaults: { ...answers.defaults, campaign } })
                }
              />
            )}
          </Field>
        </div>
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
