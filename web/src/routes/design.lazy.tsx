import { useState } from 'react';
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
import { ActionBar } from '../components/ui/action-bar';
import { Alert } from '../components/ui/alert';
import { Avatar } from '../components/ui/avatar';
import { Badge } from '../components/ui/badge';
import { Button } from '../components/ui/button';
import { Card } from '../components/ui/card';
import { ChoiceChip, FilterBar } from '../components/ui/overlay/filter-chips';
import { Money } from '../components/ui/money';
import MonthChart from '../components/ui/month-chart';
import { Page } from '../components/ui/page';
import { PageHeader } from '../components/ui/page-header';
import { Progress } from '../components/ui/progress';
import { SearchInput } from '../components/ui/form/search-input';
import { Skeleton, SkeletonLines } from '../components/ui/skeleton';
import { Stat, StatRow } from '../components/ui/stat';
import { EmptyState, ErrorState } from '../components/ui/states';
import { Steps } from '../components/ui/steps';
import { Tabs } from '../components/ui/tabs';
import { toast } from '../lib/toast';
import { ThemeSwitch } from './shell/theme-switch';
import { Row } from '../features/design/frame';
import { Grid } from '../features/design/grid';
import { Overlays } from '../features/design/overlays';
import { Forms } from '../features/design/forms';

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
      <Chart />
      <Overlays />
      <Grid />
    </Page>
  );
}

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

const months = [12n, 8n, 15n, 9n, 22n, 30n, 11n, 7n, 19n, 25n, 14n, 28n];

function Chart() {
  return (
    <Card title="Chart">
      <MonthChart
        title="Giving by month"
        main={{ label: '2025', months: months.map((amount) => amount * 10_000n) }}
        behind={{ label: '2024', months: months.map((amount) => amount * 8000n) }}
      />
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
