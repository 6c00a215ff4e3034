import { zodResolver } from '@hookform/resolvers/zod';
import { z } from 'zod';
import { settingValues, type SettingKey } from '#libs/contracts';

/** Checks a form of some settings by the server's own schemas. Comes with the first touch: the schemas are half of the page's code. */
export const settingsResolver = (keys: readonly SettingKey[]) => zodResolver(z.object(Object.fromEntries(keys.map((key) => [key, settingValues[key]]))));
