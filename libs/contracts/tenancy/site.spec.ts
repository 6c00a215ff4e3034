import { describe, expect, it } from '@jest/globals';
import { changeSetting, type SettingKey } from './site.js';

const refusal = (key: SettingKey, value: string) =>
  JSON.stringify(changeSetting.safeParse({ key, value }).error?.issues);

describe('a list in a setting', () => {
  it.each(['services', 'pastorFaq'] as const)(
    'of %s is refused with a short message if it has thousands of unknown fields',
    (key) => {
      const fields = Array.from({ length: 12_000 }, (_, n) => `"unknown${n}":1`);
      const message = refusal(key, `[{${fields.join(',')}}]`);
      expect(message).toContain('This list has fields that are not known here.');
      expect(message.length).toBeLessThan(2_000);
    },
  );

  it('is refused if its brackets are never closed', () => {
    expect(refusal('services', '['.repeat(200_000))).toContain('This is not a list.');
  });
});
