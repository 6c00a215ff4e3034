import { type ReactNode, useId, useState } from 'react';
import type { DonationImport, ImportMappingChoice, ImportQuestion } from '#libs/contracts';
import { Card } from '../../../../components/ui/card';
import { ChoiceMenu } from '../../../../components/ui/form/choice-menu';
import { Field } from '../../../../components/ui/form/field';
import { cn } from '../../../../lib/cn';
import { encodings } from '../../../../lib/forms/encodings';
import { moveWithoutChoosing } from '../../../../lib/browser/radio-keys';
import { useRemap } from './use-remap';

const kinds = {
  csv: 'A text file',
  xlsx: 'An Excel workbook',
  ods: 'An OpenDocument spreadsheet',
  ofx: 'A bank file (OFX)',
} as const;
/** The name of the encoding of a text file. The questions show samples. */
const encodingName = (value: string) => encodings.find(([known]) => known === value)?.[1] ?? value;

/**
 * Asks how the file is read: its sheet, the row with the column names, the encoding, and whether
 * garbled characters are repaired. The program reads the file again with each answer. A question
 * stays on the page after it was answered, so that the answer can be changed.
 */
export function ReadingCard({ draft, onReread }: { draft: DonationImport; onReread: () => void }) {
  const { remap, question: loss } = useRemap(draft);
  const [initialQuestions] = useState(draft.questions);
  const findQuestion = (kind: ImportQuestion['kind']) =>
    initialQuestions.find((candidate) => candidate.kind === kind);
  // Show the choice at once, before the file has been read again.
  const [choosing, setChoosing] = useState<ImportMappingChoice>({});
  const read = (choice: ImportMappingChoice) => {
    setChoosing(choice);
    onReread();
    remap(choice, { onSettled: () => setChoosing({}) });
  };
  if (draft.kind === 'ofx') return null;
  const sheet = choosing.sheet ?? draft.sheet ?? '';
  const [encoding, mend, isHeaderAsked] = [
    findQuestion('encoding'),
    findQuestion('mendText'),
    findQuestion('headerRow') !== undefined,
  ];
  const header = (
    <HeaderPicker
      draft={draft}
      chosen={choosing.headerRow ?? draft.headerRow}
      onChoose={(headerRow) => read({ headerRow })}
    />
  );
  const sheetText = draft.sheet ? `, sheet “${draft.sheet}”` : '';
  const headingText =
    draft.headerRow === 0
      ? 'without column headings'
      : `with the column headings in row ${draft.headerRow}`;
  return (
    <Card
      title="How is the file read?"
      description={`${kinds[draft.kind]}${sheetText}, ${headingText}.`}
    >
      {loss}
      <div className="space-y-6">
        {draft.sheets.length > 1 && (
          <Field
            label="Which sheet holds the donations?"
            help="Sheets without rows are not listed"
            className="max-w-sm"
          >
            {(control) => (
              <ChoiceMenu
                {...control}
                label="Which sheet holds the donations?"
                value={sheet}
                text={sheet}
                options={draft.sheets.map((value) => ({ value, label: value }))}
                onChoose={(value) => read({ sheet: value })}
              />
            )}
          </Field>
        )}
        {isHeaderAsked && header}
        {encoding && (
          <Choices
            legend="Which of these looks right?"
            note={encoding.message}

            value={choosing.encoding ?? draft.encoding}
            options={(encoding.options ?? []).map(({ value, samples }) => ({
              value,
              label: samples.slice(0, 3).join(' · '),
              hint: encodingName(value),
            }))}
            onChoose={(value) =>
              read({ encoding: encodings.find(([known]) => known === value)?.[0] })
            }
          />
        )}
        {mend && (
          <Choices
            legend="Fix garbled characters? (é shows as Ã©)"
            note={mend.message}

            value={String(choosing.mendText ?? draft.mapping?.mendText ?? true)}
            options={[
              { value: 'true', label: 'Fix them', hint: mend.samples.slice(0, 3).join(' · ') },
              { value: 'false', label: 'Leave as is', hint: undefined },
            ]}
            onChoose={(value) => read({ mendText: value === 'true' })}
          />
        )}
        {(!isHeaderAsked || (!encoding && draft.kind === 'csv')) && (
          <details>
            <summary className="cursor-pointer text-accent underline-offset-4 hover:underline">
              Change how the file is read
            </summary>
            <div className="mt-3 space-y-6">
              {!isHeaderAsked && header}
              {!encoding && draft.kind === 'csv' && (
                <Field label="Text encoding" className="max-w-sm">
                  {(control) => (
                    <ChoiceMenu
                      {...control}
                      label="Text encoding"
                      value={choosing.encoding ?? draft.encoding}
                      text={encodingName(choosing.encoding ?? draft.encoding)}
                      options={encodings.map(([value, label]) => ({ value, label }))}
                      onChoose={(value) =>
                        read({ encoding: encodings.find(([known]) => known === value)?.[0] })
                      }
                    />
                  )}
                </Field>
              )}
            </div>
          </details>
        )}
      </div>
    </Card>
  );
}

interface ChoicesProps {
  legend: string;
  note: ReactNode;
  value: string;
  options: readonly { value: string; label: string; hint: string | undefined }[];
  onChoose: (value: string) => void;
}

const choiceClass =
  'flex min-h-control cursor-pointer items-center gap-2.5 rounded-md border px-3 py-2 ' +
  'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 ' +
  'has-focus-visible:outline-accent';

/** A few answers next to each other, each with a sample of the file. */
function Choices({ legend, note, value, options, onChoose }: ChoicesProps) {
  const name = useId();
  return (
    <fieldset className="min-w-0" onKeyDown={moveWithoutChoosing}>
      <legend className="text-grid font-medium">{legend}</legend>
      <p className="mb-2 text-label text-ink-2">{note}</p>
      <div className="grid gap-2 sm:grid-cols-2">
        {options.map((option) => (
          <label
            key={option.value}
            className={cn(
              choiceClass,
              option.value === value
                ? 'border-accent bg-accent-soft'
                : 'border-control-line hover:bg-sunken',
            )}
          >
            <input
              type="radio"
              name={name}
              className="size-4 shrink-0 accent-(--accent) outline-none"
              checked={option.value === value}
              onChange={() => onChoose(option.value)}
            />
            <span className="min-w-0">
              <span className="block break-words">{option.label}</span>
              {option.hint && (
                <span className="block text-label break-words text-ink-2">{option.hint}</span>
              )}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** The first rows of the file, in which the user chooses the row with the column names. */
function HeaderPicker({
  draft,
  chosen,
  onChoose,
}: {
  draft: DonationImport;
  chosen: number;
  onChoose: (row: number) => void;
}) {
  const name = useId();
  const radio = (row: number, label: string) => (
    <input
      type="radio"
      name={name}
      aria-label={label}
      className="size-4 accent-(--accent)"
      checked={chosen === row}
      onChange={() => onChoose(row)}
    />
  );
  return (
    <fieldset className="min-w-0" onKeyDown={moveWithoutChoosing}>
      <legend className="text-grid font-medium">Which row has the column headings?</legend>
      <p className="mb-2 text-label text-ink-2">The rows above it are skipped.</p>
      <div
        role="region"
        aria-label="The first rows of the file"
        tabIndex={0}
        className="overflow-x-auto rounded-md border"
      >
        <table className="min-w-full text-grid">
          <tbody>
            {draft.firstRows.map(({ row, cells }) => (
              <tr
                key={row}
                className={cn(
                  'border-b last:border-b-0',
                  chosen === row && 'bg-accent-soft font-medium',
                )}
              >
                <td className="w-px px-3 py-2">
                  {radio(row, `Row ${row} has the column headings`)}
                </td>
                <td className="w-px pr-3 text-ink-2 tabular-nums">{row}</td>
                {cells.map((cell, index) => (
                  <td key={index} className="max-w-48 truncate py-2 pr-4 whitespace-nowrap">
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <label className="mt-2 flex min-h-control items-center gap-2.5">
        {radio(0, 'The file has no headings')}
        <span aria-hidden>The file has no headings: the first row is a donation</span>
      </label>
    </fieldset>
  );
}
