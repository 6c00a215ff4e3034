import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

export const metrics = new Registry();
collectDefaultMetrics({ register: metrics });

/** The label is the pattern of the route, so that neither ids nor churches appear. */
export const requestSeconds = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'Time to answer a request',
  labelNames: ['method', 'route', 'status'],
  registers: [metrics],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
});

/** Each hash takes 50 ms of a processor core. */
export const passwordHashes = new Counter({
  name: 'church_connect_password_hashes_total',
  help: 'Passwords hashed or compared',
  registers: [metrics],
});

/** See `Sweeper`. */
export const swept = new Counter({
  name: 'church_connect_swept_total',
  help: 'Rows and files taken away because of their age',
  labelNames: ['kind'],
  registers: [metrics],
});

/** Counted because each preview reads a whole file, which is expensive. */
export const previews = new Counter({
  name: 'church_connect_previews_total',
  help: 'Import files that were read for a preview',
  registers: [metrics],
});

/** The value is set when the metrics are requested. */
export const givingFollowed = new Gauge({
  name: 'church_connect_giving_followed',
  help:
    'Whether what is recorded in EventStoreDB is followed, by this process or another; 1 as ' +
    'well where nothing is',
  registers: [metrics],
});

/**
 * The value is set when the metrics are requested. `lost`: the search for jobs of processes that
 * ended, once a minute; `finished`: the deletion of old finished jobs, once a day.
 */
export const jobsUpkeep = new Gauge({
  name: 'church_connect_jobs_upkeep_timestamp_seconds',
  help: 'When the upkeep of the job queue last ran, in whichever process; 0: never',
  labelNames: ['kind'],
  registers: [metrics],
});
