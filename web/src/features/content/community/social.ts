import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, ApiError } from '../../../lib/api';
import { settingsQuery } from '../../../lib/queries/settings';
import { toast, toastError } from '../../../lib/toast';

export const socialLinks = [
  { name: 'facebook', label: 'Facebook' },
  { name: 'instagram', label: 'Instagram' },
  { name: 'twitter', label: 'X (Twitter)' },
  { name: 'youtube', label: 'YouTube' },
  { name: 'website', label: 'Website' },
] as const;
export type SocialName = (typeof socialLinks)[number]['name'];
export type SocialValues = Record<SocialName, string>;

/** Thrown when the server refuses a link; says which link, and why. */
export class LinkRefused extends Error {
  readonly link: SocialName;
  constructor(link: SocialName, message: string) {
    super(message);
    this.link = link;
  }
}

/** Saves the links one after the other, each with its own request. */
export function useSaveLinks() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (values: SocialValues) => {
      for (const { name } of socialLinks) {
        try {
          client.setQueryData(
            settingsQuery.queryKey,
            await api('/api/settings', {
              method: 'POST',
              body: { key: `${name}_url`, value: values[name] },
            }),
          );
        } catch (error) {
          const message =
            error instanceof ApiError && error.status === 400
              ? error.body?.issues?.[0]?.message
              : undefined;
          throw message === undefined ? error : new LinkRefused(name, message);
        }
      }
    },
    onSuccess: () => toast('Success', 'Social media links updated successfully'),
    onError: (error) => toastError('Failed to update social media links', error),
  });
}
