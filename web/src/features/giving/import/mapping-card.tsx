import { useState } from 'react';
import { type DonationImport, type ImportField, importFields, type ImportMapping, type ImportQuestion, paymentMethods } from '#libs/contracts';
import { Alert } from '../../../components/alert';
import { Button } from '../../../components/button';
import { Card } from '../../../components/card';
import { Combobox } from '../../../components/combobox';
import { Field } from '../../../components/field';
import { Input, Select } from '../../../components/input';
import { QuestionField } from '../../../components/question-field';
import { timeZoneOptions } from '../../../lib/time-zones';
import { plural } from '../../../lib/format';
import { useChangeImport } from './change-import';
import { WordsQuestion } from './words-question';

const fieldNames: Record<ImportField, string> = {
  email: 'Email address', name: 'Full name', firstName: 'First name', lastName: 'Last name', phone: 'Phone', amount: 'Amount',
  paymentMethod: 'Payment method', date: 'Date', campaign: 'Fund', notes: 'Notes', transactionId: 'Transaction number', status: 'Status', type: 'Type', direction: 'In or out',
  currency: 'Currency', fee: 'Fee', net: 'Net amount', refunded: 'Amount refunded', refundOf: 'Refund of transaction', payout: 'Payout or batch', time: 'Time', timeZone: 'Time zone',
};
const dateStyles = [['mdy', 'Month first: 3/4 is March 4'], ['dmy', 'Day first: 3/4 is April 3'], ['ymd', 'Year first'], ['serial', 'As numbers, from a spreadsheet']] as const;
const decimalStyles = [['point', 'Point: 1,234.50'], ['comma', 'Comma: 1.234,50']] as const;

/** The choice of no field or method: an answer like the others, so that these fields are not optional. */
const none = 'none';

/** What the columns mean, and whatever the file itself leaves open: asked, never guessed. */
export function MappingCard({ draft, onRead }: { draft: DonationImport; onRead: () => void }) {
  const change = useChangeImport(draft.id);
  const suggested = draft.mapping?.columns ?? {};
  const [meanings, setMeanings] = useState<Partial<Record<number, ImportField>>>(() =>
    Object.fromEntries(Object.entries(suggested).map(([field, index]) => [index, field as ImportField])),
  );
  const [answers, setAnswers] = useState<Omit<ImportMapping, 'columns'>>(() => {
    const { columns: _columns, ...rest } = draft.mapping ?? { columns: {} };
    return rest;
  });
  const question = (kind: ImportQuestion['kind']) => draft.questions.find((one) => one.kind === kind);
  const zone = question('zone');
  const { sourceName } = draft;
  const hasMethod = Object.values(meanings).includes('paymentMethod');
  const hasFund = Object.values(meanings).includes('campaign');
  const save = () => {
    const columns = Object.fromEntries(Object.entries(meanings).flatMap(([index, field]) => (field ? [[field, Number(index)]] : [])));
    change.mutate({ what: 'mapping', mapping: { ...answers, columns } }, { onSuccess: onRead });
  };
  const choose = (index: number, field: ImportField | undefined) => {
    setMeanings((old) => ({ ...Object.fromEntries(Object.entries(old).filter(([at, known]) => Number(at) !== index && known !== field)), ...(field ? { [index]: field } : {}) }));
  };
  return (
    <Card
      title={sourceName ? `This looks like a ${sourceName} file.` : 'What do the columns mean?'}
      description={
        sourceName
          ? 'Its columns and words are known; correct anything that is wrong. Your church will remember it for the next file of this kind.'
          : 'Recognized by name and content; correct anything that is wrong. Your church will remember it for the next file of this kind.'
      }
      actions={
        sourceName && (
          <Button size="sm" pending={change.isPending} onClick={() => change.mutate({ what: 'mapping', mapping: { source: null } })}>
            It is something else
          </Button>
        )
      }
      footer={
        <>
          <span>{draft.fileName}</span>
          <Button variant="primary" pending={change.isPending} pendingLabel="Reading…" onClick={save}>
            Read the file
          </Button>
        </>
      }
    >
      <div className="space-y-6">
        {draft.message && <Alert>{draft.message}</Alert>}
        {!sourceName && <Columns columns={draft.columns} meanings={meanings} onChoose={choose} />}
        {draft.questions
          .filter(({ kind }) => kind === 'words')
          .map((one) => {
            const field = one.field ?? 'status';
            return (
              <WordsQuestion
                key={field}
                question={one}
                answers={answers.words?.[field] ?? {}}
                onAnswer={(word, answer) => setAnswers({ ...answers, words: { ...answers.words, [field]: { ...answers.words?.[field], [word]: answer } } })}
              />
            );
          })}
        <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
          <QuestionField question={question('dateStyle')} label="How are dates written?" options={dateStyles} value={answers.dateStyle} onChange={(dateStyle) => setAnswers({ ...answers, dateStyle })} />
          <QuestionField question={question('decimalStyle')} label="How are cents written?" options={decimalStyles} value={answers.decimalStyle} onChange={(decimalStyle) => setAnswers({ ...answers, decimalStyle })} />
          {zone && (
            <Field label="Time zone" help={[zone.message, zone.samples.slice(0, 3).join(' · ')].join(' ')}>
              {(control) => <Combobox {...control} options={timeZoneOptions()} value={answers.zone ?? ''} onChange={(value) => setAnswers({ ...answers, zone: value })} emptyText="No time zone has this name." />}
            </Field>
          )}
          <Field label={hasMethod ? 'Where the file names no payment method' : 'Payment method of all rows'} help={hasMethod ? undefined : 'No column says it'}>
            {(control) => (
              <Select
                {...control}
                value={answers.defaults?.paymentMethod ?? (hasMethod ? none : '')}
                onChange={(event) => setAnswers({ ...answers, defaults: { ...answers.defaults, paymentMethod: paymentMethods.find((method) => method === event.target.value) } })}
              >
                {hasMethod ? (
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
          <Field label={hasFund ? 'Fund where the file names none' : 'Fund of all rows'} optional>
            {(control) => (
              <Input {...control} maxLength={200} placeholder="No fund" value={answers.defaults?.campaign ?? ''} onChange={(event) => setAnswers({ ...answers, defaults: { ...answers.defaults, campaign: event.target.value } })} />
            )}
          </Field>
        </div>
        {sourceName && (
          <details>
            <summary className="cursor-pointer text-grid font-medium">What its {plural(draft.columns.length, 'column')} mean</summary>
            <div className="mt-4">
              <Columns columns={draft.columns} meanings={meanings} onChoose={choose} />
            </div>
          </details>
        )}
      </div>
    </Card>
  );
}

interface ColumnsProps {
  columns: DonationImport['columns'];
  meanings: Partial<Record<number, ImportField>>;
  onChoose: (index: number, field: ImportField | undefined) => void;
}

function Columns({ columns, meanings, onChoose }: ColumnsProps) {
  return (
    <ul className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
      {columns.map((column) => (
        <li key={column.index}>
          <Field label={column.header || `Column ${column.index + 1}`} help={column.samples.slice(0, 3).join(' · ') || 'Empty in the first rows'}>
            {(control) => (
              <Select {...control} value={meanings[column.index] ?? none} onChange={(event) => onChoose(column.index, importFields.find((field) => field === event.target.value))}>
                <option value={none}>Leave out</option>
                {importFields.map((field) => (
                  <option key={field} value={field}>
                    {fieldNames[field]}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </li>
      ))}
    </ul>
  );
}
