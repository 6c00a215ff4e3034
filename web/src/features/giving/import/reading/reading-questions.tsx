import type { DonationImport, ImportMapping, ImportQuestion } from '#libs/contracts';
import { Combobox } from '../../../../components/ui/form/combobox';
import { Field } from '../../../../components/ui/form/field';
import { Select } from '../../../../components/ui/form/input';
import { timeZoneOptions } from '../../../../lib/time-zones';
import { paymentMethods } from '../vocabulary';
import { FundCombobox } from '../../../../components/giving/fund-combobox';
import { QuestionField } from './question-field';
import {
  dateChoices,
  decimalStyles,
  hiddenRowChoices,
  nameStyles,
  numberStyles,
  offeredOf,
  repeatedBlockChoices,
} from './reading-choices';

export type Answers = Omit<ImportMapping, 'columns'>;

/** The value for "no method", which is an answer like the others. */
const noMethodValue = 'none';

/** Returns the settings of the mapping that the user can still change. */
function changeableReadings({ mapping }: DonationImport): Partial<Answers> {
  if (mapping === null) return {};
  const { dateStyle, decimalStyle, ...others } = mapping;
  return {
    ...others,
    ...(dateStyle !== undefined && hasDayAndMonthOrder(dateStyle) ? { dateStyle } : {}),
    ...(decimalStyle === 'comma' ? { decimalStyle } : {}),
  };
}

/** Whether day and month of this date style could be confused. */
const hasDayAndMonthOrder = (dateStyle: string) => dateStyle !== 'ymd' && dateStyle !== 'serial';

/**
 * Asks for what the file leaves open about its values. Settings that have another possible value
 * stay visible, so that they can be changed.
 */
export function ReadingQuestions({
  draft,
  answers,
  hasMethod,
  hasFund,
  onAnswer,
}: {
  draft: DonationImport;
  answers: Answers;
  /** Whether a column holds the payment method. */
  hasMethod: boolean;
  /** Whether a column holds the fund. */
  hasFund: boolean;
  onAnswer: (more: Partial<Answers>) => void;
}) {
  const findQuestion = (kind: ImportQuestion['kind']) =>
    draft.questions.find((candidate) => candidate.kind === kind);
  const changeable = changeableReadings(draft);
  // For a question that appeared after the page was opened, the draft contains the suggestion.
  const current: Answers = { ...draft.mapping, ...answers };
  const zone = findQuestion('zone');
  // The file has rows without a payment method, for which an answer is required.
  const noMethod = findQuestion('paymentMethod');
  return (
    <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
      <QuestionField
        question={findQuestion('dateStyle')}
        kind="dateStyle"
        present={changeable.dateStyle}
        label="How are dates written?"
        options={dateChoices(findQuestion('dateStyle'))}
        value={current.dateStyle}
        onChange={(dateStyle) => onAnswer({ dateStyle })}
      />
      <QuestionField
        question={findQuestion('nameStyle')}
        kind="nameStyle"
        present={changeable.nameStyle}
        label="How are names written?"
        options={nameStyles}
        value={current.nameStyle}
        onChange={(nameStyle) => onAnswer({ nameStyle })}
      />
      <QuestionField
        question={findQuestion('numbers')}
        kind="numbers"
        present={changeable.numbers}
        label="What do the transaction numbers mean?"
        options={
          findQuestion('numbers') ? offeredOf(findQuestion('numbers'), numberStyles) : numberStyles
        }
        value={current.numbers}
        onChange={(numbers) => onAnswer({ numbers })}
      />
      <QuestionField
        question={findQuestion('hiddenRows')}
        kind="hiddenRows"
        present={changeable.hiddenRows}
        label="Rows that are hidden in the sheet"
        options={hiddenRowChoices}
        value={current.hiddenRows}
        onChange={(hiddenRows) => onAnswer({ hiddenRows })}
      />
      <QuestionField
        question={findQuestion('repeatedBlock')}
        kind="repeatedBlock"
        present={changeable.repeatedBlock}
        label="Rows that repeat rows further up"
        options={repeatedBlockChoices}
        value={current.repeatedBlock}
        onChange={(repeatedBlock) => onAnswer({ repeatedBlock })}
      />
      <QuestionField
        question={findQuestion('decimalStyle')}
        kind="decimalStyle"
        present={changeable.decimalStyle}
        label="How are cents written?"
        options={decimalStyles}
        value={current.decimalStyle}
        onChange={(decimalStyle) => onAnswer({ decimalStyle })}
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
              onChange={(value) => onAnswer({ zone: value })}
              emptyText="No time zone has this name."
            />
          )}
        </Field>
      )}
      <Field
        label={hasMethod ? 'Where the file names no payment method' : 'Payment method of all rows'}
        help={noMethod?.message ?? (hasMethod ? undefined : 'No column says it')}
      >
        {(control) => (
          <Select
            {...control}
            value={answers.defaults?.paymentMethod ?? (hasMethod && !noMethod ? noMethodValue : '')}
            onChange={(event) =>
              onAnswer({
                defaults: {
                  ...answers.defaults,
                  paymentMethod: paymentMethods.find((method) => method === event.target.value),
                },
              })
            }
          >
            {hasMethod && !noMethod ? (
              <option value={noMethodValue}>Such rows are errors</option>
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
            onChange={(campaign) => onAnswer({ defaults: { ...answers.defaults, campaign } })}
          />
        )}
      </Field>
    </div>
  );
}
