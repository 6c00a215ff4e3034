import { lazy, useCallback, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { createLazyRoute } from '@tanstack/react-router';
import { Card } from '../../components/ui/card';
import { CannotSaveNotice } from '../../components/ui/form/cannot-save-notice';
import { LeaveGuard } from '../../components/ui/form/leave-guard';
import { Page } from '../../components/ui/page';
import { PageHeader } from '../../components/ui/page-header';
import { Skeleton, SkeletonLines } from '../../components/ui/skeleton';
import { ErrorState } from '../../components/ui/states';
import { WhenNear } from '../../components/ui/when-near';
import { DomainCard } from '../../features/tenancy/appearance/domain-card';
import { SettingsForm, type SettingField } from '../../features/tenancy/appearance/settings-form';
import type { SaveWords } from '../../features/tenancy/appearance/site';
import { dropDraftsNamed } from '../../lib/forms/drafts';
import { settingsQuery } from '../../lib/queries/settings';
import { userQuery } from '../../lib/queries/user';

const PodcastCard = lazy(() => import('../../features/tenancy/appearance/podcast-card'));
const SmsCard = lazy(() => import('../../features/tenancy/appearance/sms-card'));
const AboutCards = lazy(() => import('../../features/tenancy/appearance/about-cards'));

export const Route = createLazyRoute('/admin/settings')({ component: ChurchSettingsPage });

const church: SettingField[] = [
  {
    key: 'churchName',
    label: 'Church name',
    required: true,
    help: 'On every page and in every message.',
  },
  {
    key: 'timeZone',
    label: 'Time zone',
    required: true,
    help: 'Used for dates and service times. Type a city.',
  },
  { key: 'phoneNumber', label: 'Phone', type: 'tel', placeholder: '555-123-4567' },
  { key: 'email', label: 'Email', type: 'email', placeholder: 'office@example.org' },
];
const giving: SettingField[] = [
  {
    key: 'donationUrl',
    label: 'Online giving link',
    type: 'url',
    placeholder: 'https://',
    help: 'Where members give by card.',
  },
  { key: 'paymentHandle', label: 'CashApp handle', placeholder: '$YourChurch' },
];
const links: SettingField[] = [
  { key: 'website_url', label: 'Website', type: 'url', placeholder: 'https://' },
  { key: 'facebook_url', label: 'Facebook', type: 'url', placeholder: 'https://' },
  { key: 'instagram_url', label: 'Instagram', type: 'url', placeholder: 'https://' },
  { key: 'twitter_url', label: 'Twitter', type: 'url', placeholder: 'https://' },
  { key: 'youtube_url', label: 'YouTube', type: 'url', placeholder: 'https://' },
];

const settingsWords: SaveWords = {
  done: ['Settings Updated', 'Your settings have been saved.'],
  failed: ['Update Failed', 'There was an error updating your settings.'],
};
const linkWords: SaveWords = {
  done: ['Success', 'Social media links updated successfully'],
  failed: ['Error', 'Failed to update social media links.'],
};

function ChurchSettingsPage() {
  const { data: settings, error, refetch, isFetching } = useQuery(settingsQuery);
  const { data: user } = useQuery(userQuery);
  const [dirty, setDirty] = useState<Record<string, boolean>>({});
  const onDirty = useCallback(
    (title: string, isDirty: boolean) =>
      setDirty((dirtyCards) => ({ ...dirtyCards, [title]: isDirty })),
    [],
  );
  return (
    <Page>
      <PageHeader
        title="Church Settings"
        description="How people know your church, reach it and give to it."
      />
      <CannotSaveNotice forAll />
      {Object.values(dirty).some(Boolean) && (
        <LeaveGuard onLeave={() => user && dropDraftsNamed(user, 'settings.')} />
      )}
      {!settings && (
        <Card>
          {error ? (
            <ErrorState
              title="The settings could not be loaded."
              error={error}
              onRetry={() => void refetch()}
              retrying={isFetching}
            />
          ) : (
            <SkeletonLines lines={6} />
          )}
        </Card>
      )}
      {settings && (
        <div className="space-y-6">
          <SettingsForm
            settings={settings}
            title="Church"
            description={
              'Members find phone and email on the donations page, and wherever help is ' +
              'offered.'
            }
            fields={church}
            words={settingsWords}
            submit="Save Church"
            onDirty={onDirty}
          />
          <SettingsForm
            settings={settings}
            title="Giving"
            description="Other ways to give, beside what the office records."
            fields={giving}
            words={settingsWords}
            submit="Save Giving"
            onDirty={onDirty}
          />
          <SettingsForm
            settings={settings}
            title="Social links"
            description="An empty one is not shown."
            fields={links}
            words={linkWords}
            submit="Save Links"
            onDirty={onDirty}
          />
          <WhenNear fallback={<Skeleton className="h-96 w-full rounded-lg" />}>
            <AboutCards settings={settings} words={settingsWords} onDirty={onDirty} />
            <SmsCard settings={settings} words={settingsWords} />
            <PodcastCard />
          </WhenNear>
          <DomainCard />
        </div>
      )}
    </Page>
  );
}
