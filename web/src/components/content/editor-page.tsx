import { type BaseSyntheticEvent, type ReactNode, Suspense, useState } from 'react';
import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { placeOf } from '../../lib/content/list-place';
import type { FormDraft } from '../../lib/forms/use-draft';
import { ActionBar } from '../ui/action-bar';
import { Button } from '../ui/button';
import { DraftNote } from '../ui/form/draft-note';
import { InVain } from '../ui/form/in-vain';
import { LeaveGuard } from '../ui/form/leave-guard';
import { Page } from '../ui/page';
import { PageHeader } from '../ui/page-header';

export interface EditorPageProps {
  title: string;
  description?: string;
  /** The list that this belongs to. */
  back: { to: string; label: string };
  onSubmit: (event: BaseSyntheticEvent) => void;
  /** Something that is there is changed. */
  isEdit: boolean;
  draft: FormDraft;
  dirty: boolean;
  pending: boolean;
  submit: string;
  pendingLabel: string;
  /** How members will see it; its code comes as soon as something is written or changed. */
  preview?: ReactNode;
  /** In the bar at the foot, before the buttons. */
  foot?: ReactNode;
  children: ReactNode;
}

/** A form of many fields on a page of its own, with its preview beside it and the act always in sight. */
export function EditorPage({
  title,
  description,
  back,
  onSubmit,
  isEdit,
  draft,
  dirty,
  pending,
  submit,
  pendingLabel,
  preview,
  foot,
  children,
}: EditorPageProps) {
  const [wasDirty, setWasDirty] = useState(dirty);
  if (dirty && !wasDirty) setWasDirty(true);
  const isBegun = dirty || wasDirty;
  return (
    <Page>
      <PageHeader
        title={title}
        description={description}
        breadcrumb={
          <Link
            to={back.to}
            search={placeOf(back.to)}
            className="inline-flex min-h-6 items-center gap-1.5 hover:text-ink"
          >
            <ArrowLeft aria-hidden className="size-3.5" />
            {back.label}
          </Link>
        }
      />
      {dirty && <LeaveGuard onLeave={draft.drop} />}
      <form noValidate onSubmit={onSubmit} className="space-y-6">
        <InVain forAll />
        <DraftNote draft={draft} />
        <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
          <div className="min-w-0 space-y-6">{children}</div>
          {preview && (
            <aside aria-label="Preview" className="space-y-2 lg:sticky lg:top-6">
              <h2 className="text-label font-medium text-ink-2">Preview</h2>
              <Suspense>
                {isBegun ? (
                  preview
                ) : (
                  <p className="rounded-lg border bg-surface p-4 text-ink-2">
                    {isEdit ? 'What you change appears here.' : 'What you write appears here.'}
                  </p>
                )}
              </Suspense>
            </aside>
          )}
        </div>
        <ActionBar>
          <div className="min-w-0">{foot}</div>
          <div className="flex gap-2 max-sm:w-full max-sm:*:flex-1">
            <Button asChild>
              <Link to={back.to} search={placeOf(back.to)}>
                Cancel
              </Link>
            </Button>
            <Button type="submit" variant="primary" pending={pending} pendingLabel={pendingLabel}>
              {submit}
            </Button>
          </div>
        </ActionBar>
      </form>
    </Page>
  );
}
