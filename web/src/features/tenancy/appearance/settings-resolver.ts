import { zodResolver } from '@hookform/resolvers/zod';
import { z } from 'zod';
import { settingValues, type SettingKey } from '#libs/contracts';
import type { SettingTexts, SettingValues } from '../../../lib/forms/use-settings-form';

/**
 * Validates a form of settings with the server's schemas. It is in a file of its own, so that the
 * schemas are loaded on demand.
 */
export function settingsResolver(keys: readonly SettingKey[]) {
  const schema = z.object(Object.fromEntries(keys.map((key) => [key, settingValues[key]])));
  return zodResolver(schema as unknown as z.ZodType<SettingTexts, SettingValues>);
}
