import type { DonationImport, ImportField } from '#libs/contracts';
import { Field } from '../../../../components/ui/form/field';
import { Select } from '../../../../components/ui/form/input';
import { fieldNames } from './field-names';
import { importFields } from '../vocabulary';

/** The value of the choice that a column has no meaning. */
const noMeaning = 'none';

export interface ColumnMeaningsProps {
  columns: DonationImport['columns'];
  meanings: Partial<Record<number, ImportField>>;
  /** The columns that need an answer. "Skip this column" is possible, but not the first choice. */
  asked?: readonly number[];
  leftOut: ReadonlySet<number>;
  onChoose: (index: number, field: ImportField | undefined) => void;
}

/** The meaning of each column, with some of its values. */
export function ColumnMeanings({
  columns,
  meanings,
  asked = [],
  leftOut,
  onChoose,
}: ColumnMeaningsProps) {
  const valueOf = (index: number) =>
    meanings[index] ?? (asked.includes(index) && !leftOut.has(index) ? '' : noMeaning);
  return (
    <ul className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
      {columns.map((column) => (
        <li key={column.index}>
          <Field
            label={column.header || `Column ${column.index + 1}`}
            help={column.samples.slice(0, 3).join(' · ') || 'Empty in the first rows'}
          >
            {(control) => (
              <Select
                {...control}
                value={valueOf(column.index)}
                onChange={(event) =>
                  onChoose(
                    column.index,
                    importFields.find((field) => field === event.target.value),
                  )
                }
              >
                {valueOf(column.index) === '' && (
                  <option value="" disabled>
                    Choose…
                  </option>
                )}
                <option value={noMeaning}>Skip this column</option>
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
