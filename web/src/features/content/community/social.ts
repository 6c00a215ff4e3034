import { useCallback } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { Settings } from '#libs/contracts';
import { api } from '../../../lib/api';
import { currentOf } from '../../../lib/forms/stale-version';
import type { SettingTexts } from '../../../lib/forms/use-settings-form';
import { settingsQuery } from '../../../lib/queries/settings';

export const socialLinks = [
  { name: 'facebook', key: 'facebook_url', label: 'Facebook' },
  { name: 'instagram', key: 'instagram_url', label: 'Instagram' },
  { name: 'twitter', key: 'twitter_url', label: 'X (Twitter)' },
  { name: 'youtube', key: 'youtube_url', label: 'YouTube' },
  { name: 'website', key: 'website_url', label: 'Website' },
] as const;

/** Returns a function that saves all changed links, or none, and returns the saved settings. */
export function useSaveLinks() {
  const client = useQueryClient();
  return useCallback(
    async (links: SettingTexts, versions: Settings['versions']): Promise<Settings> => {
      const show = (settings: Settings) => client.setQueryData(settingsQuery.queryKey, settings);
      try {
        const body = { ...links, versions };
        const savedSettings = await api('/api/settings/links', { method: 'PUT', body });
        show(savedSettings);
        return savedSettings;
      } catch (error) {
        const otherChange = currentOf(error) as Settings | null;
        if (otherChange) show(otherChange);
        throw error;
      }
    },
    [client],
  );
}
