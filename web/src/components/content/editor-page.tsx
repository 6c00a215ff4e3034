import { type ReactNode, Suspense, useState } from 'react';
import type { FieldValues, Path } from 'react-hook-form';
import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import type { FieldLabels } from '../../lib/content/compare-fields';
import { lastSearchOf } from '../../lib/content/list-search';
import type { ContentForm } from '../../lib/forms/use-content-form';
import { ActionBar } from '../ui/action-bar';
import { ConflictDialog } from './conflict-dialog';
import { Button } from '../ui/button';
import { DraftNote } from '../ui/form/draft-note';
import { Checkbox } from '../ui/form/input';
import { CannotSaveNotice } from '../ui/form/cannot-save-notice';
import { LeaveGuard } from '../ui/form/leave-guard';
import { Page } from '../ui/page';
import { PageHeader } from '../ui/page-header';

/** The list that an editor returns to. */
export interface BackLink {
  to: string;
  label: string;
}

/** The verbs of an editor, as its title and its button say them. */
export interface EditorVerbs {
  add: string;
  create: string;
  creating: string;
}

const usualVerbs: EditorVerbs = { add: 'Add', create: 'Create', creating: 'Creating...' };

interface EditorPageProps<In extends FieldValues, Out> {
  /** The kind of content in titles and buttons: `Sermon`. */
  kindName: string;
  /** The verbs for a new item. */
  verbs?: EditorVerbs;
  description: string;
  back: BackLink;
  /** True if an existing item is changed. */
  isEdit: boolean;
  form: ContentForm<In, Out>;
  /** The labels of the fields, for the comparison with the change of another user. */
  labels: FieldLabels<In>;
  /** How members will see the item. Its code is loaded after the first change in the form. */
  preview: ReactNode;
  children: ReactNode;
}

/**
 * Shows the form of a content item, with a preview next to it and its buttons at the bottom of the
 * window.
 */
export function EditorPage<In extends FieldValues & { isActive: boolean }, Out>({
  kindName,
  verbs = usualVerbs,
  description,
  back,
  isEdit,
  form: { form, draft, submit, pending, dirty, conflict },
  labels,
  preview,
  children,
}: EditorPageProps<In, Out>) {
  const [wasDirty, setWasDirty] = useState(dirty);
  if (dirty && !wasDirty) setWasDirty(true);
  const isBegun = dirty || wasDirty;
  return (
    <Page>
      <PageHeader
        title={`${isEdit ? 'Edit' : verbs.add} ${kindName}`}
        description={description}
        breadcrumb={
          <Link
            to={back.to}
            search={lastSearchOf(back.to)}
            className="inline-flex min-h-6 items-center gap-1.5 hover:text-ink"
          >
            <ArrowLeft aria-hidden className="size-3.5" />
            {back.label}
          </Link>
        }
      />
      {dirty && <LeaveGuard onLeave={draft.drop} />}
      {conflict && <ConflictDialog {...conflict} labels={labels} />}
      <form noValidate onSubmit={submit} className="space-y-6">
        <CannotSaveNotice forAll />
        <DraftNote draft={draft} />
        <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
          <div className="min-w-0 space-y-6">{children}</div>
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
        </div>
        <ActionBar>
          <div className="min-w-0">
            <Checkbox label="Shown to members" {...form.register('isActive' as Path<In>)} />
          </div>
          <div className="flex gap-2 max-sm:w-full max-sm:*:flex-1">
            <Button asChild>
              <Link to={back.to} search={lastSearchOf(back.to)}>
                Cancel
              </Link>
            </Button>
            <Button
              type="submit"
              variant="primary"
              pending={pending}
              pendingLabel={isEdit ? 'Updating...' : verbs.creating}
            >
              {`${isEdit ? 'Update' : verbs.create} ${kindName}`}
            </Button>
          </div>
        </ActionBar>
      </form>
    </Page>
  );
}
