import { lazy, Suspense, useRef, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createLazyRoute, getRouteApi, Navigate } from '@tanstack/react-router';
import { CircleAlert } from 'lucide-react';
import { useForm } from 'react-hook-form';
import type { ProfileRequest, User } from '#libs/contracts';
import { Avatar } from '../../components/ui/avatar';
import { Badge } from '../../components/ui/badge';
import { Button } from '../../components/ui/button';
import { Card } from '../../components/ui/card';
import { DraftNote } from '../../components/ui/form/draft-note';
import { Field } from '../../components/ui/form/field';
import { accepted, HiddenFileInput } from '../../components/ui/form/hidden-file-input';
import { Input, Textarea } from '../../components/ui/form/input';
import { LeaveGuard } from '../../components/ui/form/leave-guard';
import { Page } from '../../components/ui/page';
import { PageHeader } from '../../components/ui/page-header';
import { useSavePicture, useSaveProfile } from '../../features/identity/account/account';
import { AccountFacts } from '../../features/identity/account/account-facts';
import {
  profileFieldsOf,
  type ProfileFields,
} from '../../features/identity/account/profile-fields';
import { changedFields } from '../../lib/forms/changed-fields';
import { lazyResolver } from '../../lib/forms/lazy-resolver';
import { userQuery } from '../../lib/queries/user';
import { setServerIssues } from '../../lib/forms/server-issues';
import { staleVersion } from '../../lib/forms/stale-version';
import { useDraft } from '../../lib/forms/use-draft';
import { formatPhone } from '../../lib/format-phone';

const schema = () => import('../../features/identity/account/profile.schema');
const resolver = lazyResolver(schema);
const ProfileConflict = lazy(() =>
  import('../../features/identity/account/profile-conflict').then((module) => ({
    default: module.ProfileConflict,
  })),
);

const route = getRouteApi('/profile');
export const Route = createLazyRoute('/profile')({ component: ProfilePage });

function ProfilePage() {
  const { person } = route.useRouteContext();
  const user = useQuery(userQuery).data ?? person;
  // An account without a church has no profile.
  if (!user.organizationId) return <Navigate to="/settings" replace />;
  return (
    <Page>
      <PageHeader title="My Profile" description="What your church sees of you." />
      <div className="grid items-start gap-6 sm:gap-8 lg:grid-cols-[1fr_20rem]">
        <ProfileForm key={user.id} user={user} />
        <div className="space-y-6">
          <PictureCard user={user} />
          <AccountFacts user={user} full />
        </div>
      </div>
    </Page>
  );
}

function PictureCard({ user }: { user: User }) {
  const input = useRef<HTMLInputElement>(null);
  const save = useSavePicture();
  return (
    <Card
      title="Picture"
      description="JPEG, PNG or WebP. It is cut square, and made smaller where needed."
    >
      <div className="flex items-center gap-4">
        <Avatar person={user} className="size-20 text-title" />
        <div className="flex flex-wrap gap-2">
          <Button
            pending={save.isPending}
            pendingLabel="Uploading..."
            onClick={() => input.current?.click()}
          >
            {user.profileImageUrl ? 'Change picture' : 'Upload picture'}
          </Button>
          {user.profileImageUrl && !save.isPending && (
            <Button variant="quietDanger" onClick={() => save.mutate(null)}>
              Remove
            </Button>
          )}
          <HiddenFileInput
            ref={input}
            label="Profile picture"
            accept={accepted.picture}
            onFile={(file) => save.mutate(file)}
          />
        </div>
      </div>
    </Card>
  );
}

function ProfileForm({ user }: { user: User }) {
  // The version that the user has seen. A later version may be loaded while the form is open.
  const [before, setBefore] = useState(user);
  const [changes, setChanges] = useState<Partial<ProfileFields>>({});
  const client = useQueryClient();
  const save = useSaveProfile();
  const form = useForm<ProfileRequest>({
    // Staff may have entered a number of another country, so a number is validated only if the user
    // changes it.
    resolver: ({ phone, ...otherFields }, ...more) =>
      resolver(
        phone === formatPhone(before.phone) ? otherFields : { ...otherFields, phone },
        ...more,
      ),
    defaultValues: profileFieldsOf(before),
  });
  const { register, handleSubmit, formState, reset } = form;
  const draft = useDraft(form, `profile.${before.version}`);
  const { errors, isDirty } = formState;
  const stale = staleVersion(save);
  const show = (savedUser: User) => {
    draft.drop();
    setBefore(savedUser);
    reset(profileFieldsOf(savedUser));
  };
  const change = (loadedUser: User, edited: Partial<ProfileFields>) => {
    setChanges(edited);
    save.mutate(
      { seen: loadedUser, changes: edited },
      { onSuccess: show, onError: (error) => void setServerIssues(form, error) },
    );
  };
  const submit = handleSubmit((values) => {
    if (save.isPending) return;
    const fieldsBefore = profileFieldsOf(before);
    const after = {
      firstName: values.firstName,
      lastName: values.lastName,
      phone: values.phone ?? fieldsBefore.phone,
      bio: values.bio ?? '',
    };
    change(before, changedFields(fieldsBefore, after));
  });
  return (
    <Card title="Personal information">
      {isDirty && !save.isPending && <LeaveGuard onLeave={draft.drop} />}
      {stale && (
        <Suspense>
          <ProfileConflict
            current={stale}
            changes={changes}
            pending={save.isPending}
            onClose={save.reset}
            onKeepTheirs={() => {
              save.reset();
              client.setQueryData(userQuery.queryKey, stale);
              show(stale);
            }}
            onUseMine={() => change(stale, changes)}
          />
        </Suspense>
      )}
      <form
        onSubmit={(event) => void submit(event)}
        noValidate
        onFocus={() => void schema()}
        className="space-y-4"
      >
        <DraftNote draft={draft} />
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="First name" error={errors.firstName?.message}>
            {(control) => (
              <Input {...control} autoComplete="given-name" {...register('firstName')} />
            )}
          </Field>
          <Field label="Last name" error={errors.lastName?.message}>
            {(control) => (
              <Input {...control} autoComplete="family-name" {...register('lastName')} />
            )}
          </Field>
        </div>
        <Field
          label={
            <>
              Email{' '}
              {!user.emailVerified && (
                <Badge tone="hold" icon={CircleAlert}>
                  Not confirmed
                </Badge>
              )}
            </>
          }
          help="Contact an administrator to change your email address"
        >
          {(control) => (
            <Input {...control} aria-required={undefined} value={user.email} disabled readOnly />
          )}
        </Field>
        <Field label="Phone" optional error={errors.phone?.message}>
          {(control) => <Input {...control} type="tel" autoComplete="tel" {...register('phone')} />}
        </Field>
        <Field label="Bio" optional error={errors.bio?.message}>
          {(control) => <Textarea {...control} rows={5} {...register('bio')} />}
        </Field>
        <Button
          type="submit"
          variant="primary"
          disabled={!isDirty}
          pending={save.isPending}
          pendingLabel="Saving..."
        >
          Save Changes
        </Button>
      </form>
    </Card>
  );
}
