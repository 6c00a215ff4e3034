import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import type { EditSiteImage, SettingKey, SiteImage } from '#libs/contracts';
import { api, ApiError, apiPage } from '../../../lib/api';
import { settingsQuery } from '../../../lib/queries/settings';
import { toast, toastError } from '../../../lib/toast';

/** The beginning of the keys of all lists of site images, including the logo of the shell. */
const siteImagesKey = ['site-images'];

/** All pictures, including inactive ones. */
export const allPicturesQuery = queryOptions({
  queryKey: [...siteImagesKey, 'all'],
  queryFn: ({ signal }) => api('/api/site-images', { signal }),
});

export interface PictureListOptions {
  q?: string | undefined;
  active?: string | undefined;
}

/** The pictures that the filters find, ordered by kind, by pages. */
export const pictureListQuery = (options: PictureListOptions) =>
  infiniteQueryOptions({
    queryKey: [...siteImagesKey, 'list', options],
    queryFn: ({ signal, pageParam }) =>
      apiPage('/api/site-images', { query: { ...options, limit: 24, cursor: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
  });

export interface SaveWords {
  done: [title: string, text: string];
  failed: [title: string, text: string];
}

/** Moves the errors of the value in a request to the field of the setting. */
function withSettingPath(key: string, error: unknown): unknown {
  if (!(error instanceof ApiError) || !error.body?.issues) return error;
  return new ApiError(
    error.status,
    JSON.stringify({
      ...error.body,
      issues: error.body.issues.map((issue) => ({ ...issue, path: key })),
    }),
  );
}

/**
 * Saves the settings one after the other. Each answer changes name, color and the rest everywhere.
 */
export function useSaveSettings({ done, failed }: SaveWords) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (values: Partial<Record<SettingKey, string>>) => {
      for (const [key, value] of Object.entries(values) as [SettingKey, string][]) {
        const saved = await api('/api/settings', {
          method: 'POST',
          body: { key, value },
        }).catch((error: unknown) => {
          throw withSettingPath(key, error);
        });
        client.setQueryData(settingsQuery.queryKey, saved);
      }
    },
    onSuccess: () => toast(...done),
    onError: (error) => toastError(failed[1], error, failed[0]),
  });
}

function usePictureChange<Input>(
  call: (input: Input) => Promise<unknown>,
  done: ((input: Input) => [string, string]) | null,
  failed: string,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: call,
    onSuccess: (_, input) => {
      if (done) toast(...done(input));
      return client.invalidateQueries({ queryKey: siteImagesKey });
    },
    onError: (error) => toastError(failed, error),
  });
}

export interface NewPicture {
  type: SiteImage['type'];
  title: string;
  description: string;
  file: File;
}

export const useAddPicture = () =>
  usePictureChange(
    ({ type, title, description, file }: NewPicture) => {
      const body = new FormData();
      for (const [name, value] of Object.entries({ type, title, description, image: file }))
        body.append(name, value);
      return api('/api/site-images', { method: 'POST', body });
    },
    ({ title }) => ['Picture Added', title],
    'Failed to upload the picture.',
  );

export const useEditPicture = (quiet = false) =>
  usePictureChange(
    ({ id, ...body }: EditSiteImage & { id: string }) =>
      api(`/api/site-images/${id}`, { method: 'PATCH', body }),
    quiet ? null : () => ['Picture Updated', 'Your change has been saved.'],
    'Failed to update the picture.',
  );

export const useDeletePicture = () =>
  usePictureChange(
    ({ id }: SiteImage) => api(`/api/site-images/${id}`, { method: 'DELETE' }),
    ({ title }) => ['Picture Deleted', title],
    'Failed to delete the picture.',
  );
