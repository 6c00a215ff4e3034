import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import type { EditSiteImage, SettingKey, Settings, SiteImage } from '#libs/contracts';
import { api, ApiError, apiPage } from '../../../lib/api';
import type { PicturePart } from '../../../lib/forms/prepare-picture';
import { currentOf, ifMatch, isStale } from '../../../lib/forms/stale-version';
import type { SettingTexts } from '../../../lib/forms/use-settings-form';
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

/** The pages of the pictures that match the filters, ordered by kind. */
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

/** Moves the errors of values in a request to the fields of the settings. */
function withSettingPaths(error: unknown): unknown {
  if (!(error instanceof ApiError) || !error.body?.issues) return error;
  const issues = error.body.issues.map(({ path, ...issue }) => ({
    ...issue,
    path: path.replace(/^values\./, ''),
  }));
  return new ApiError(error.status, JSON.stringify({ ...error.body, issues }));
}

/**
 * Saves all settings, or none if another user has saved one of them since the versions that the
 * user has seen. The answer changes name, color and the rest everywhere.
 * @returns the settings as they are saved then
 */
export async function saveSettings(
  client: QueryClient,
  values: SettingTexts,
  seenVersions: Settings['versions'],
): Promise<Settings> {
  const show = (settings: Settings) => client.setQueryData(settingsQuery.queryKey, settings);
  try {
    const keys = Object.keys(values) as SettingKey[];
    const versions = Object.fromEntries(keys.map((key) => [key, seenVersions[key] ?? 0]));
    const savedSettings = await api('/api/settings', { method: 'PUT', body: { values, versions } });
    show(savedSettings);
    return savedSettings;
  } catch (error) {
    const otherChange = currentOf(error) as Settings | null;
    if (otherChange) show(otherChange);
    throw withSettingPaths(error);
  }
}

/** Saves single settings that are no form: a color or a switch. */
export function useSaveSettings({ done, failed }: SaveWords) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({
      values,
      seen: seenVersions,
    }: {
      values: SettingTexts;
      seen: Settings['versions'];
    }) => saveSettings(client, values, seenVersions),
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
    onError: (error) => {
      if (!isStale(error)) toastError(failed, error);
      return client.invalidateQueries({ queryKey: siteImagesKey });
    },
  });
}

export interface NewPicture {
  type: SiteImage['type'];
  title: string;
  description: string;
  file: File;
  /** The part of the picture that is used; undefined for all of it. */
  part: PicturePart | undefined;
}

export const useAddPicture = () =>
  usePictureChange(
    async ({ type, title, description, file, part }: NewPicture) => {
      const { preparePicture } = await import('../../../lib/forms/prepare-picture');
      const image = await preparePicture(file, part);
      const body = new FormData();
      for (const [name, value] of Object.entries({ type, title, description, image }))
        body.append(name, value);
      return api('/api/site-images', { method: 'POST', body });
    },
    ({ title }) => ['Picture Added', title],
    'Failed to upload the picture.',
  );

/** Changes a picture. A form says which version of the picture the user has seen. */
export const useEditPicture = (quiet = false) =>
  usePictureChange(
    ({ id, version, ...body }: EditSiteImage & { id: string; version?: number }) =>
      api(`/api/site-images/${id}`, {
        method: 'PATCH',
        body,
        ...(version !== undefined && { headers: ifMatch(version) }),
      }),
    quiet ? null : () => ['Picture Updated', 'Your change has been saved.'],
    'Failed to update the picture.',
  );

export const useDeletePicture = () =>
  usePictureChange(
    ({ id, version }: SiteImage) =>
      api(`/api/site-images/${id}`, { method: 'DELETE', headers: ifMatch(version) }),
    ({ title }) => ['Picture Deleted', title],
    'Failed to delete the picture.',
  );
