import { zodResolver } from '@hookform/resolvers/zod';
import { z } from 'zod';
import { settingValues, type SettingKey } from '#libs/contracts';

/**
 * Validates a form of settings with the server's schemas. It is in a file of its own, so that the
 * schemas are loaded on demand.
 */
export const settingsResolver = (keys: readonly SettingKey[]) =>
  zodResolver(z.object(Object.fromEntries(keys.map((key) => [key, settingValues[key]]))));
