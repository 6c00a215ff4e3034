import { useState } from 'react';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { newSiteImage, type SiteImage } from '#libs/contracts';
import {
  mergeChanges,
  mergedValues,
  type Refusal,
  refusalOf,
} from '../../../lib/forms/content-conflict';
import type { PictureKind } from './picture-kinds';
import { type NewPicture, useAddPicture, useEditPicture } from './site';

type PictureValues = z.input<typeof newSiteImage>;

/**
 * The form that uploads a picture, or changes the texts of one. It shows both versions if another
 * user has saved the picture meanwhile.
 * @param picture the picture as it was when the dialog was opened; null for a new one
 * @param chosenPicture the file that the user has chosen for a new picture, and the part that is
 *   used
 */
export function usePictureForm(
  kind: PictureKind,
  picture: SiteImage | null,
  chosenPicture: Pick<NewPicture, 'file' | 'part'> | null,
  onSaved: () => void,
) {
  const add = useAddPicture();
  const edit = useEditPicture();
  const pending = add.isPending || edit.isPending;
  const [seenVersion, setSeenVersion] = useState(picture?.version ?? 0);
  const [refusal, setRefusal] = useState<Refusal<SiteImage> | null>(null);
  const toValues = (savedImage: SiteImage | null): PictureValues => ({
    type: kind.type,
    title: savedImage?.title ?? kind.initialTitle,
    description: savedImage?.description ?? '',
  });
  const form = useForm<PictureValues>({
    resolver: zodResolver(newSiteImage, undefined, { raw: true }),
    defaultValues: toValues(picture),
  });
  const save = (version: number) =>
    form.handleSubmit(({ title, description }) => {
      if (pending) return;
      const texts = { title, description: description ?? '' };
      if (!picture) {
        if (chosenPicture)
          add.mutate({ type: kind.type, ...texts, ...chosenPicture }, { onSuccess: onSaved });
        return;
      }
      edit.mutate(
        { id: picture.id, version, ...texts },
        { onSuccess: onSaved, onError: (error) => setRefusal(refusalOf<SiteImage>(error)) },
      );
    });
  const conflict = refusal && {
    message: refusal.message,
    theirs: toValues(refusal.saved),
    mine: mergedValues(form, toValues(refusal.saved)),
    pending,
    onClose: () => setRefusal(null),
    onKeepTheirs: onSaved,
    onUseMine: () => {
      const { version } = refusal.saved;
      mergeChanges(form, toValues(refusal.saved));
      setSeenVersion(version);
      setRefusal(null);
      void save(version)();
    },
  };
  return { form, submit: save(seenVersion), pending, conflict };
}
