import { zodResolver } from '@hookform/resolvers/zod';
import { z } from 'zod';
import { settingValues, type SettingKey } from '#libs/contracts';

/** Checks a form of some settings by the server's own schemas. Apart, so that they come when they are first needed. */
export const settingsResolver = (keys: readonly SettingKey[]) =>
  zodResolver(z.object(Object.fromEntries(keys.map((key) => [key, settingValues[key]]))));
