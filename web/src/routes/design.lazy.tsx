import { type ReactNode, useMemo, useState } from 'react';
import { createLazyRoute } from '@tanstack/react-router';
import {
  CircleCheck,
  CircleX,
  Clock,
  HandCoins,
  Inbox,
  Lock,
  Pencil,
  Plus,
  StickyNote,
} from 'lucide-react';
import { toDecimal } from '#libs/money';
import { ActionBar } from '../components/ui/action-bar';
import { Alert } from '../components/ui/alert';
import { Avatar } from '../components/ui/avatar';
import { Badge } from '../components/ui/badge';
import { Button } from '../components/ui/button';
import { Card } from '../components/ui/card';
import { Combobox } from '../components/ui/form/combobox';
import { Confirm, Dialog, DialogBody, DialogFooter } from '../components/ui/overlay/dialog';
import { Field } from '../components/ui/form/field';
import { ChoiceChip, FilterBar } from '../components/ui/overlay/filter-chips';
import { type GridColumn } from '../components/ui/grid/columns';
import { DataGrid } from '../components/ui/grid/data-grid';
import { type Selectable } from '../components/ui/grid/selection';
import { Checkbox, DateInput, Input, Select, Textarea } from '../components/ui/form/input';
import { MoneyInput } from '../components/ui/form/money-input';
import { Menu } from '../components/ui/overlay/menu';
import { Money } from '../components/ui/money';
import { Page } from '../components/ui/page';
import { PageHeader } from '../components/ui/page-header';
import { Progress } from '../components/ui/progress';
import { SearchInput } from '../components/ui/form/search-input';
import { SidePanel } from '../components/ui/overlay/side-panel';
import { Skeleton, SkeletonLines } from '../components/ui/skeleton';
import { Stat, StatRow } from '../components/ui/stat';
import { EmptyState, ErrorState } from '../components/ui/states';
import { Steps } from '../components/ui/steps';
import { Switch } from '../components/ui/switch';
import { Tabs } from '../components/ui/tabs';
import { Tooltip } from '../components/ui/overlay/tooltip';
import { toast, toastError } from '../lib/toast';
import { ThemeSwitch } from './shell/theme-switch';

export const Route = createLazyRoute('/design')({ component: DesignPage });

function DesignPage() {
  return (
    <Page>
      <PageHeader
        title="Design"
        description="Every shared component in all its states."
        actions={<ThemeSwitch />}
      />
      <Type />
      <Buttons />
      <Forms />
      <Feedback />
      <Overlays />
      <Grid />
    </Page>
  );
}

const Row = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-3">{children}</div>
);

function Type() {
  return (
    <Card title="Type, figures, badges">
      <div className="space-y-3">
        <p className="text-hero">Hero 40/46</p>
        <p className="text-title">Page title 24/32</p>
        <p className="text-card">Card title 16/24</p>
        <p>
          Text 14/20, and a{' '}
          <a href="#type" className="text-accent hover:underline">
            link
          </a>
          . <span className="text-ink-2">Second.</span> <span className="text-ink-3">Third.</span>
        </p>
        <p className="text-label text-ink-2">Label 12/16</p>
        <StatRow label="Figures">
          <Stat
            label="Total amount"
            value={<Money amount="1234567.50" figure />}
            hint="2,004 donations"
            icon={HandCoins}
          />
          <Stat label="Negative" value={<Money amount="-25.00" figure />} />
          <Stat label="Zero" value={<Money amount="0.00" figure />} />
          <Stat label="Loading" value={undefined} />
        </StatRow>
        <Row>
          <Badge icon={CircleCheck} tone="good">
            Received
          </Badge>
          <Badge icon={Clock} tone="hold">
            Held
          </Badge>
          <Badge icon={CircleX} tone="bad">
            Rejected
          </Badge>
          <Badge icon={StickyNote} tone="private">
            Internal
          </Badge>
          <Badge icon={Lock}>Neutral</Badge>
          <Avatar person={{ firstName: 'Ada', lastName: 'Byron', profileImageUrl: null }} />
          <Avatar person={{ firstName: '', lastName: '', profileImageUrl: null }} />
        </Row>
        <Progress value={42.5} label="Some way" />
        <Progress value={100} label="Done" />
        <Steps
          label="Import"
          steps={['Upload', 'Map columns', 'Match people', 'Preview', 'Done']}
          current={2}
        />
      </div>
    </Card>
  );
}

function Buttons() {
  return (
    <Card title="Buttons">
      <Row>
        <Button variant="primary">
          <Plus aria-hidden className="size-4" />
          Primary
        </Button>
        <Button>Secondary</Button>
        <Button variant="ghost">Ghost</Button>
        <Button variant="danger">Danger</Button>
        <Button variant="link" size="inline">
          Link
        </Button>
        <Button size="sm">Small</Button>
        <Button size="icon" aria-label="Edit">
          <Pencil aria-hidden className="size-4" />
        </Button>
        <Button variant="primary" pending pendingLabel="Creating...">
          Create
        </Button>
        <Button disabled>Disabled</Button>
      </Row>
    </Card>
  );
}

const people = [
  'Ruth Alvarez',
  'Samuel Okafor',
  'Priscilla Featherstonehaugh-Montgomery',
  'Lydia Chen',
].map((label, index) => ({
  value: String(index),
  label,
  hint: `${label.split(' ')[0]!.toLowerCase()}@example.org`,
}));

function Forms() {
  const [person, setPerson] = useState('');
  const [custom, setCustom] = useState('');
  const [on, setOn] = useState(true);
  return (
    <Card title="Fields">
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Text" help="Help stands below.">
          {(props) => <Input {...props} />}
        </Field>
        <Field label="Text with an error" error="Title must be at least 3 characters">
          {(props) => <Input {...props} defaultValue="Ro" />}
        </Field>
        <Field label="Amount">{(props) => <MoneyInput {...props} />}</Field>
        <Field label="Date" optional>
          {(props) => <DateInput {...props} />}
        </Field>
        <Field label="Choice">
          {(props) => (
            <Select {...props}>
              <option>Cash</option>
              <option>Check</option>
            </Select>
          )}
        </Field>
        <Field label="Disabled">
          {(props) => <Input {...props} disabled defaultValue="Cannot be changed" />}
        </Field>
        <Field label="Person">
          {(props) => (
            <Combobox
              {...props}
              options={people}
              value={person}
              onChange={setPerson}
              placeholder="Search by name or email"
            />
          )}
        </Field>
        <Field label="Suggestion or own words">
          {(props) => (
            <Combobox {...props} allowCustom options={people} value={custom} onChange={setCustom} />
          )}
        </Field>
        <Field label="Long text" className="sm:col-span-2">
          {(props) => <Textarea {...props} />}
        </Field>
        <Checkbox label="A choice that waits for a button" />
        <label className="flex min-h-control items-center gap-3">
          <Switch checked={on} onCheckedChange={setOn} />
          Takes effect at once
        </label>
      </div>
    </Card>
  );
}

function Feedback() {
  const [year, setYear] = useState<string | undefined>('2025');
  const [search, setSearch] = useState('');
  const [tab, setTab] = useState<'empty' | 'error' | 'loading'>('empty');
  return (
    <Card title="Filters, states, tabs">
      <div className="space-y-5">
        <FilterBar>
          <SearchInput label="Search" placeholder="Search" value={search} onChange={setSearch} />
          <ChoiceChip
            label="Year"
            value={year}
            options={['2025', '2024'].map((value) => ({ value, label: value }))}
            onChange={setYear}
          />
        </FilterBar>
        <Alert>This file could not be read. It is empty.</Alert>
        <ActionBar>
          <span className="font-medium">60 donations, together $2,970.00.</span>
          <Button variant="primary">Import 60 donations</Button>
        </ActionBar>
        <Tabs
          label="States"
          value={tab}
          onChange={setTab}
          tabs={[
            {
              value: 'empty',
              label: 'Empty',
              panel: (
                <EmptyState
                  icon={Inbox}
                  title="What will be here."
                  action={<Button>One action</Button>}
                />
              ),
            },
            {
              value: 'error',
              label: 'Error',
              panel: (
                <ErrorState
                  title="It could not be loaded."
                  error={new TypeError()}
                  onRetry={() => toast('Tried again')}
                />
              ),
            },
            {
              value: 'loading',
              label: 'Loading',
              panel: (
                <div className="space-y-4 pt-4">
                  <Skeleton className="h-8 w-40" />
                  <SkeletonLines />
                </div>
              ),
            },
          ]}
        />
      </div>
    </Card>
  );
}

function Overlays() {
  const [open, setOpen] = useState<'dialog' | 'confirm' | 'panel' | null>(null);
  const close = () => {
    setOpen(null);
  };
  return (
    <Card title="What floats">
      <Row>
        <Button onClick={() => setOpen('dialog')}>Dialog</Button>
        <Button onClick={() => setOpen('confirm')}>Confirm</Button>
        <Button onClick={() => setOpen('panel')}>Side panel</Button>
        <Button
          onClick={() =>
            toast('Pledge Created', 'Your annual pledge has been successfully created!')
          }
        >
          Toast
        </Button>
        <Button onClick={() => toastError('Failed to create pledge. Please try again.')}>
          Destructive toast
        </Button>
        <Tooltip text="After 700 ms">
          <Button>Tooltip</Button>
        </Tooltip>
        <Menu
          trigger={<Button>Menu</Button>}
          entries={[
            { kind: 'item', label: 'Edit', icon: Pencil, onSelect: () => toast('Edit') },
            { kind: 'item', label: 'Delete', danger: true, onSelect: () => toast('Delete') },
          ]}
        />
      </Row>
      <Dialog
        open={open === 'dialog'}
        onOpenChange={close}
        title="Dialog"
        description="Asks before typed text is lost."
        dirty
      >
        <DialogBody>
          <Field label="Name">{(props) => <Input {...props} />}</Field>
        </DialogBody>
        <DialogFooter>
          <Button onClick={close}>Cancel</Button>
          <Button variant="primary" onClick={close}>
            Save
          </Button>
        </DialogFooter>
      </Dialog>
      <Confirm
        open={open === 'confirm'}
        onOpenChange={close}
        title="Delete this donation?"
        description="This voids $250.00."
        confirm="Delete $250.00"
        onConfirm={close}
      />
      <SidePanel
        open={open === 'panel'}
        onClose={close}
        title="Ruth Alvarez"
        description="Giving in 2025"
        footer={<Button>Edit</Button>}
      >
        <p className="text-figure">
          <Money amount="1234.50" figure />
        </p>
      </SidePanel>
    </Card>
  );
}

interface Sample {
  id: string;
  name: string;
  amount: bigint;
}
const sampleColumns: GridColumn<Sample>[] = [
  {
    id: 'name',
    header: 'Name',
    width: 200,
    grow: true,
    sortable: true,
    card: 'title',
    cell: (row) => row.name,
  },
  { id: 'id', header: 'Number', width: 120, align: 'right', cell: (row) => row.id },
  {
    id: 'amount',
    header: 'Amount',
    width: 160,
    align: 'right',
    sortable: true,
    card: 'figure',
    cell: (row) => <Money amount={row.amount} />,
  },
];
const sampleId = (row: Sample) => row.id;

/** 100,000 rows, to see that they scroll. */
const sampleSelectable: Selectable<{ id: string; name: string; amount: bigint }> = {
  amount: (row) => toDecimal(row.amount),
  label: (row) => `Choose ${row.name}`,
  file: 'sample',
  header: ['Name', 'Amount'],
  cells: (row) => [row.name, toDecimal(row.amount)],
};

function Grid() {
  const rows = useMemo(
    () =>
      Array.from({ length: 100_000 }, (_, index) => ({
        id: String(index + 1),
        name: `Row ${index + 1}`,
        amount: BigInt((index * 7919) % 500_000),
      })),
    [],
  );
  const [sort, setSort] = useState('name');
  return (
    <div className="flex h-120 flex-col">
      <DataGrid
        name="design"
        label="Sample rows"
        rows={rows}
        columns={sampleColumns}
        rowId={sampleId}
        selectable={sampleSelectable}
        sort={sort}
        onSort={setSort}
        totals={{ name: 'Total' }}
        rowCount={rows.length}
        countText="100,000 rows"
        errorTitle=""
        onRetry={() => undefined}
        empty={null}
      />
    </div>
  );
}
