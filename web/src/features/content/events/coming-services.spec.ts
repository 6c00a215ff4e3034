import { describe, expect, it } from '@jest/globals';
import type { Service } from '#libs/contracts';
import { findComingServices } from './coming-services.js';

const serviceOn = (title: string, day: string | null, time = '11:00'): Service => ({
  title,
  recurrence: '',
  time,
  durationMinutes: 60,
  place: '',
  link: '',
  repeats: '',
  nextStartsAt: day && `${day}T${time}:00-05:00`,
});
const study = serviceOn('Bible Study', '2026-12-03', '20:00');
const worship = serviceOn('Worship', '2026-12-06');

describe('findComingServices', () => {
  it.each([
    ['on the Monday before', '2026-11-30'],
    ['on the Saturday before', '2026-12-05'],
    ['on this Sunday', '2026-12-06'],
  ])('returns this Sunday, also if another service comes before it: %s', (_when, today) => {
    const { date, services, isThisSunday } = findComingServices([study, worship], today);
    expect([date, services, isThisSunday]).toEqual(['2026-12-06', [worship], true]);
  });

  it.each([
    ['a week before', '2026-11-29'],
    ['two weeks before', '2026-11-23'],
  ])('returns the next service if the Sunday is later than this week: %s', (_when, today) => {
    const { date, services, isThisSunday } = findComingServices([worship, study], today);
    expect([date, services, isThisSunday]).toEqual(['2026-12-03', [study], false]);
  });

  it('returns a later Sunday if it is the next day with a service', () => {
    const { date, isThisSunday } = findComingServices([worship], '2026-11-23');
    expect([date, isThisSunday]).toEqual(['2026-12-06', false]);
  });

  it('returns the services of one Sunday in the order of their times', () => {
    const { services } = findComingServices(
      [serviceOn('Late', '2026-12-06', '11:00'), serviceOn('Early', '2026-12-06', '09:00')],
      '2026-12-01',
    );
    expect(services.map(({ title }) => title)).toEqual(['Early', 'Late']);
  });

  it('returns three services of a day, and the number of the others', () => {
    const times = ['18:00', '09:00', '11:00', '14:00', '20:00'];
    const { services, moreCount } = findComingServices(
      times.map((time) => serviceOn(time, '2026-12-06', time)),
      '2026-12-01',
    );
    expect(services.map(({ title }) => title)).toEqual(['09:00', '11:00', '14:00']);
    expect(moreCount).toBe(2);
  });

  it('returns the next service of another day if none is on a Sunday', () => {
    expect(findComingServices([serviceOn('Prayer', null), study], '2026-11-30')).toEqual({
      date: '2026-12-03',
      services: [study],
      moreCount: 0,
      isThisSunday: false,
    });
  });

  it('returns no date without services', () => {
    expect(findComingServices([], '2026-11-30').date).toBeNull();
  });
});
