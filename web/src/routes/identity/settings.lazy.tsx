import { lazy, Suspense, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createLazyRoute, getRouteApi, Link } from '@tanstack/react-router';
import { LogOut } from 'lucide-react';
import { useForm } from 'react-hook-form';
import { phonePattern, type User } from '#libs/contracts';
import { Button } from '../../components/ui/button';
import { Card } from '../../components/ui/card';
import { Field } from '../../components/ui/form/field';
import { Input } from '../../components/ui/form/input';
import { Page } from '../../components/ui/page';
import { PageHeader } from '../../components/ui/page-header';
import { Switch } from '../../components/ui/switch';
import { useEndAllSessions, useSavePhone } from '../../features/identity/account/account';
import { AccountFacts } from '../../features/identity/account/account-facts';
import { DevicesCard } from '../../features/identity/account/devices-card';
import { FactorCard } from '../../features/identity/account/factor-card';
import { PasswordCard } from '../../features/identity/account/password-card';
import { staleVersion } from '../../lib/forms/stale-version';
import { userQuery } from '../../lib/queries/user';
import { toast, toastError } from '../../lib/toast';
import { ThemeSwitch } from '../shell/theme-switch';
import { formatPhone } from '../../lib/format-phone';

const UnconfirmedNote = lazy(() =>
  import('../../features/identity/account/unconfirmed-note').then((module) => ({
    default: module.UnconfirmedNote,
  })),
);

const ProfileConflict = lazy(() =>
  import('../../features/identity/account/profile-conflict').then((module) => ({
    default: module.ProfileConflict,
  })),
);

const route = getRouteApi('/settings');
export const Route = createLazyRoute('/settings')({ component: SettingsPage });

function SettingsPage() {
  const { person } = route.useRouteContext();
  const user = useQuery(userQuery).data ?? person;
  const endAll = useEndAllSessions();
  return (
    <Page>
      <PageHeader
        title="Account Settings"
        description="How you sign in, and how the portal looks to you."
      />
      <div className="grid items-start gap-6 sm:gap-8 lg:grid-cols-[1fr_20rem]">
        <div className="space-y-6">
          {user.organizationId ? (
            <PersonalCard key={user.id} user={user} />
          ) : (
            <Card title="Email">{user.email}</Card>
          )}
          <FactorCard user={user} />
          <PasswordCard email={user.email} />
          <DevicesCard />
        </div>
        <div className="space-y-6">
          <Card title="Appearance" description="On this device.">
            <div className="flex items-center justify-between gap-3">
              <span>Theme</span>
              <ThemeSwitch />
            </div>
          </Card>
          <LocalNotificationsCard />
          <AccountFacts user={user} />
          <Card title="Sign out">
            <div className="flex flex-col gap-2">
              <Button asChild>
                <a href="/api/logout">
                  <LogOut aria-hidden className="size-4" />
                  Sign Out
                </a>
              </Button>
              <Button
                variant="quietDanger"
                pending={endAll.isPending}
                pendingLabel="Signing out..."
                onClick={() => endAll.mutate()}
              >
                Logout of All Devices
              </Button>
            </div>
          </Card>
        </div>
      </div>
    </Page>
  );
}

/** Shows name and email; the user can change the phone number. */
function PersonalCard({ user }: { user: User }) {
  // The version that the user has seen. A later version may be loaded while the form is open.
  const [before, setBefore] = useState(user);
  const client = useQueryClient();
  const save = useSavePhone();
  const { register, handleSubmit, reset, getValues } = useForm({
    defaultValues: { phone: formatPhone(before.phone) },
  });
  const stale = staleVersion(save);
  const show = (savedUser: User) => {
    setBefore(savedUser);
    reset({ phone: formatPhone(savedUser.phone) });
  };
  const change = (loadedUser: User, phone: string) =>
    save.mutate({ seen: loadedUser, changes: { phone } }, { onSuccess: show });
  const submit = handleSubmit(({ phone }) => {
    const typed = phone.trim();
    if (typed === '' || typed === formatPhone(before.phone) || save.isPending) return;
    if (!phonePattern.test(typed)) {
      toastError(
        'Please enter a valid phone number (e.g., 555-123-4567)',
        undefined,
        'Invalid Phone Number',
      );
      return;
    }
    change(before, typed);
  });
  return (
    <Card
      title="Personal information"
      description="Your name is changed on My Profile, your email address by an administrator."
    >
      {stale && (
        <Suspense>
          <ProfileConflict
            current={stale}
            changes={getValues()}
            pending={save.isPending}
            onClose={save.reset}
            onKeepTheirs={() => {
              save.reset();
              client.setQueryData(userQuery.queryKey, stale);
              show(stale);
            }}
            onUseMine={() => change(stale, getValues().phone.trim())}
          />
        </Suspense>
      )}
      <form onSubmit={(event) => void submit(event)} noValidate className="space-y-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Name" optional={false}>
            {(control) => (
              <Input
                {...control}
                aria-required={undefined}
                value={`${user.firstName} ${user.lastName}`}
                disabled
                readOnly
              />
            )}
          </Field>
          <Field label="Email">
            {(control) => (
              <Input {...control} aria-required={undefined} value={user.email} disabled readOnly />
            )}
          </Field>
        </div>
        <Field label="Phone" optional>
          {(control) => (
            <Input
              {...control}
              type="tel"
              autoComplete="tel"
              placeholder="555-123-4567"
              {...register('phone')}
            />
          )}
        </Field>
        <Button type="submit" variant="primary" pending={save.isPending} pendingLabel="Saving...">
          Save Changes
        </Button>
      </form>
      {!user.emailVerified && (
        <Suspense>
          <UnconfirmedNote />
        </Suspense>
      )}
    </Card>
  );
}

/**
 * The specification asks for these switches, which are stored nowhere (ruling 14). The card says
 * that they have no effect. The user chooses the church's messages under Notification Settings.
 */
function LocalNotificationsCard() {
  const [email, setEmail] = useState(true);
  const [push, setPush] = useState(false);
  return (
    <Card
      title="Notifications"
      description={
        <>
          These two switches do not change which messages you get. Choose those under{' '}
          <Link
            to="/notifications"
            className="text-accent underline underline-offset-4 hover:no-underline"
          >
            Notification Settings
          </Link>
          .
        </>
      }
    >
      <div className="space-y-3">
        <label className="flex min-h-control items-center justify-between gap-3">
          Email notifications
          <Switch checked={email} onCheckedChange={setEmail} />
        </label>
        <label className="flex min-h-control items-center justify-between gap-3">
          Push notifications
          <Switch checked={push} onCheckedChange={setPush} />
        </label>
        <Button onClick={() => toast('Settings Updated', 'Your preferences have been saved.')}>
          Save
        </Button>
      </div>
    </Card>
  );
}
