export { liveChannel, tellLive, type LiveEvent } from './live.js';
