import type { DonationImport, ImportMapping } from '#libs/contracts';
import { QuestionField } from './question-field';

type FundColumns = ImportMapping['fundColumns'];

interface AmountColumnsFieldProps {
  draft: DonationImport;
  /** Undefined if the user has not answered. */
  fundColumns: FundColumns;
  onChange: (fundColumns: FundColumns) => void;
}

/** Asks whether each column of amounts is a fund of its own, and keeps the answer in view. */
export function AmountColumnsField({ draft, fundColumns, onChange }: AmountColumnsFieldProps) {
  const question = draft.questions.find(({ kind }) => kind === 'amountColumns');
  const offered = question?.fundColumns ?? draft.mapping?.fundColumns;
  if (!offered) return null;
  const headingOf = (index: number) => draft.columns[index]?.header || `Column ${index + 1}`;
  const fundOfRow = draft.mapping?.columns.campaign;
  const names = offered.map(({ column, fundColumn = fundOfRow }) =>
    fundColumn === undefined
      ? headingOf(column)
      : `${headingOf(column)} (fund in “${headingOf(fundColumn)}”)`,
  );
  const value = fundColumns ? 'funds' : 'others';
  return (
    <QuestionField
      question={question && { ...question, message: '', samples: [] }}
      kind="amountColumns"
      present={value}
      label="What do these columns of amounts hold?"
      options={[
        ['funds', `One gift for each fund: ${names.join(', ')}`],
        ['others', 'Something else: choose what each column means'],
      ]}
      value={fundColumns === undefined ? undefined : value}
      onChange={(answer) => onChange(answer === 'funds' ? offered : null)}
    />
  );
}
