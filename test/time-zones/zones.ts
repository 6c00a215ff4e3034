/**
 * Time zones of the process and of the churches: UTC, the first and the last zone in which a day
 * begins, one with summer time, and one whose offset is not a whole number of hours.
 */
export const zones = [
  'UTC',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'America/New_York',
  'Asia/Kolkata',
] as const;

/** The first instant after June 30, 2025, in each time zone. */
export const endOfJune: Record<(typeof zones)[number], string> = {
  UTC: '2025-07-01T00:00:00.000Z',
  'Pacific/Kiritimati': '2025-06-30T10:00:00.000Z',
  'Pacific/Pago_Pago': '2025-07-01T11:00:00.000Z',
  'America/New_York': '2025-07-01T04:00:00.000Z',
  'Asia/Kolkata': '2025-06-30T18:30:00.000Z',
};
