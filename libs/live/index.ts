export { LiveFeed, liveEvents } from './feed.js';
export { tellLive, type LiveEvent } from './live.js';
