import { describe, expect, it } from '@jest/globals';
import { createConversionObserver, type ConvertedDates } from './converted-dates.js';

function conversionOf(...dates: string[]): ConvertedDates | null {
  const observer = createConversionObserver({ date: 0 });
  for (const date of dates) observer.see([date]);
  return observer.found();
}

describe('dates that a spreadsheet has half converted', () => {
  it('are found if days first became months first', () => {
    expect(conversionOf('2026-05-01', '19/01/2026', '2026-10-01', '26/01/2026')).toEqual({
      order: 'dmy',
      converted: ['2026-05-01', '2026-10-01'],
      left: ['19/01/2026', '26/01/2026'],
    });
  });

  it('are found if months first became days first', () => {
    expect(conversionOf('2026-05-01', '01/19/2026')).toMatchObject({ order: 'mdy' });
  });

  it.each<[title: string, dates: string[]]>([
    ['a date has a day that is no month', ['2026-05-01', '2026-05-13', '19/01/2026']],
    ['a text would have been converted', ['2026-05-01', '19/01/2026', '05/01/2026']],
    ['no text is left', ['2026-05-01', '2026-10-01']],
    ['no date was converted', ['19/01/2026', '26/01/2026']],
    ['the texts have both orders', ['2026-05-01', '19/01/2026', '01/19/2026']],
  ])('are not found if %s', (_title, dates) => {
    expect(conversionOf(...dates)).toBeNull();
  });

  it('do not depend on texts that are no dates', () => {
    expect(conversionOf('', 'soon', '2026-05-01', '19/01/2026')).not.toBeNull();
  });
});
