import { describe, expect, it } from '@jest/globals';
import { createConversionObserver, type ConvertedDates } from './converted-dates.js';

function conversionOf(...dates: string[]): ConvertedDates | null {
  const observer = createConversionObserver({ date: 0 });
  for (const date of dates) observer.see([date]);
  return observer.found();
}

describe('dates of which a spreadsheet program has read some with day and month exchanged', () => {
  it('are found if the day was first', () => {
    expect(conversionOf('2026-05-01', '19/01/2026', '2026-10-01', '26/01/2026')).toEqual({
      order: 'dmy',
      converted: ['2026-05-01', '2026-10-01'],
      left: ['19/01/2026', '26/01/2026'],
    });
  });

  it('are found if the month was first', () => {
    expect(conversionOf('2026-05-01', '01/19/2026')).toMatchObject({ order: 'mdy' });
  });

  it.each<[title: string, dates: string[]]>([
    ['a converted date has a day above 12', ['2026-05-01', '2026-05-13', '19/01/2026']],
    ['one of the texts could also be converted', ['2026-05-01', '19/01/2026', '05/01/2026']],
    ['all dates were converted', ['2026-05-01', '2026-10-01']],
    ['no date was converted', ['19/01/2026', '26/01/2026']],
    ['the texts have both orders of day and month', ['2026-05-01', '19/01/2026', '01/19/2026']],
  ])('are not found if %s', (_title, dates) => {
    expect(conversionOf(...dates)).toBeNull();
  });

  it('are found among texts that are no dates', () => {
    expect(conversionOf('', 'soon', '2026-05-01', '19/01/2026')).not.toBeNull();
  });
});
