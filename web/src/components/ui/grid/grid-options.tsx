import { Columns3, Rows3 } from 'lucide-react';
import { Button } from '../button';
import { Menu } from '../overlay/menu';
import { type GridColumn } from './columns';
import { type GridPreferences } from './preferences';

export interface GridOptionsProps<Row> {
  columns: readonly GridColumn<Row>[];
  preferences: GridPreferences;
  onChange: (next: GridPreferences) => void;
}

const densities = [
  { value: 'normal', label: 'Normal rows' },
  { value: 'compact', label: 'Compact rows' },
] as const;

/** The menu for columns and density. */
export function GridOptions<Row>({ columns, preferences, onChange }: GridOptionsProps<Row>) {
  return (
    <>
      <Menu
        align="end"
        trigger={
          <Button variant="ghost" size="sm">
            <Columns3 aria-hidden className="size-4" />
            Columns
          </Button>
        }
        entries={[
          { kind: 'label', label: 'Show columns' },
          ...columns
            .slice(1)
            .filter((column) => !column.fixed)
            .flatMap((column, index, all) => [
              ...(column.originLabel && all[index - 1]?.originLabel !== column.originLabel
                ? [{ kind: 'label' as const, label: column.originLabel }]
                : []),
              {
                kind: 'check' as const,
                label: column.header,
                checked: preferences.hidden[column.id] === undefined,
                onChange: (isShown: boolean) => {
                  const { [column.id]: _, ...otherColumns } = preferences.hidden;
                  onChange({
                    ...preferences,
                    hidden: isShown ? otherColumns : { ...otherColumns, [column.id]: false },
                  });
                },
              },
            ]),
        ]}
      />
      <Menu
        align="end"
        trigger={
          <Button variant="ghost" size="sm">
            <Rows3 aria-hidden className="size-4" />
            Density
          </Button>
        }
        entries={densities.map(({ value, label }) => ({
          kind: 'choice',
          value,
          label,
          chosen: preferences.density === value,
          onSelect: () => onChange({ ...preferences, density: value }),
        }))}
      />
    </>
  );
}
