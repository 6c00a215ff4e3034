import { lazy, useState } from 'react';
import { ArrowDown, ArrowUp, EyeOff, Image, Pencil, Plus, Trash2 } from 'lucide-react';
import type { SiteImage } from '#libs/contracts';
import { Badge } from '../../../components/ui/badge';
import { Button } from '../../../components/ui/button';
import { Card } from '../../../components/ui/card';
import { DialogLoader } from '../../../components/ui/overlay/dialog-loader';
import { EmptyState } from '../../../components/ui/states';
import { Switch } from '../../../components/ui/switch';
import type { PictureKind } from './picture-kinds';
import { useEditPicture } from './site';

const DeleteDialog = lazy(() => import('./delete-dialog'));
const PictureDialog = lazy(() => import('./picture-dialog'));

/** The selection, which may contain pictures of other kinds too. */
export interface PictureSelection {
  has: (id: string) => boolean;
  toggle: (id: string, range: boolean) => void;
}

export interface PicturesCardProps {
  kind: PictureKind;
  pictures: SiteImage[];
  choosing?: PictureSelection;
  /** True if the filters hide some pictures of this kind. Pictures cannot be moved then. */
  isPart?: boolean;
  /** True if more pictures of this kind follow. */
  hasMore?: boolean;
}

type OpenDialog = { kind: 'add' } | { kind: 'edit' | 'delete'; picture: SiteImage } | null;

/**
 * The church's pictures of one kind in order, with buttons to upload, edit, move, show or hide, and
 * delete.
 */
export function PicturesCard({
  kind,
  pictures,
  choosing,
  isPart = false,
  hasMore = false,
}: PicturesCardProps) {
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const close = () => setDialog(null);
  const add = (
    <Button size="sm" onClick={() => setDialog({ kind: 'add' })}>
      <Plus aria-hidden className="size-4" />
      {kind.add}
    </Button>
  );
  return (
    <Card title={kind.title} description={kind.description} actions={pictures.length > 0 && add}>
      {pictures.length === 0 && <EmptyState icon={Image} title={kind.empty} action={add} />}
      {pictures.length > 0 && (
        <ol className="divide-y border-t">
          {pictures.map((picture, index) => (
            <PictureRow
              key={picture.id}
              picture={picture}
              index={index}
              count={isPart ? 1 : pictures.length + (hasMore ? 1 : 0)}
              choosing={choosing}
              onEdit={() => setDialog({ kind: 'edit', picture })}
              onDelete={() => setDialog({ kind: 'delete', picture })}
            />
          ))}
        </ol>
      )}
      <DialogLoader onClose={close}>
        {(dialog?.kind === 'add' || dialog?.kind === 'edit') && (
          <PictureDialog
            kind={kind}
            picture={dialog.kind === 'edit' ? dialog.picture : null}
            onClose={close}
          />
        )}
        {dialog?.kind === 'delete' && <DeleteDialog picture={dialog.picture} onClose={close} />}
      </DialogLoader>
    </Card>
  );
}

interface RowProps {
  picture: SiteImage;
  index: number;
  /** The number of pictures. A single one cannot be moved. */
  count: number;
  choosing: PictureSelection | undefined;
  onEdit: () => void;
  onDelete: () => void;
}

function PictureRow({ picture, index, count, choosing, onEdit, onDelete }: RowProps) {
  const change = useEditPicture(true);
  const { id, title, description, active } = picture;
  const move = (position: number) => {
    if (!change.isPending) change.mutate({ id, position });
  };
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 py-3 last:pb-0">
      {choosing && (
        <label className="-mx-2 grid size-8 shrink-0 place-items-center touch:size-11">
          <input
            type="checkbox"
            aria-label={`Choose ${title}`}
            className="size-4 accent-(--accent)"
            checked={choosing.has(id)}
            onChange={(event) =>
              choosing.toggle(
                id,
                event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey,
              )
            }
          />
        </label>
      )}
      <img
        src={picture.imageUrl}
        alt=""
        loading="lazy"
        className={
          'h-14 w-20 shrink-0 rounded-md border bg-sunken object-contain ' +
          (active ? '' : 'opacity-50')
        }
      />
      <div className="min-w-0 flex-1 basis-40">
        <p className="font-medium break-words">{title}</p>
        {description && <p className="line-clamp-2 text-ink-2">{description}</p>}
        {!active && <Badge icon={EyeOff}>Not shown</Badge>}
      </div>
      <div className="flex items-center gap-1 max-sm:w-full">
        <label className="mr-2 flex min-h-control items-center gap-2 text-ink-2 max-sm:mr-auto">
          <Switch
            checked={active}
            aria-label={`Show ${title}`}
            onCheckedChange={(next) => change.mutate({ id, active: next })}
          />
          <span aria-hidden>Shown</span>
        </label>
        {count > 1 && (
          <>
            <Button
              variant="ghost"
              size="icon-sm"
              aria-label={`Move ${title} up`}
              disabled={index === 0}
              onClick={() => move(index - 1)}
            >
              <ArrowUp aria-hidden className="size-4" />
            </Button>
            <Button
              variant="ghost"
              size="icon-sm"
              aria-label={`Move ${title} down`}
              disabled={index === count - 1}
              onClick={() => move(index + 1)}
            >
              <ArrowDown aria-hidden className="size-4" />
            </Button>
          </>
        )}
        <Button variant="ghost" size="icon-sm" aria-label={`Edit ${title}`} onClick={onEdit}>
          <Pencil aria-hidden className="size-4" />
        </Button>
        <Button
          variant="quietDanger"
          size="icon-sm"
          aria-label={`Delete ${title}`}
          onClick={onDelete}
        >
          <Trash2 aria-hidden className="size-4" />
        </Button>
      </div>
    </li>
  );
}
