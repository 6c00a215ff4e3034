import { useSyncExternalStore } from 'react';
import { listenEvent } from './listen-event';

/** A recording. Only one plays at a time, and it continues while the user opens other pages. */
export interface Track {
  /** The id of the content, under which the position is remembered. */
  id: string;
  title: string;
  /** The speaker, or the collection that the recording belongs to. */
  subtitle: string;
  url: string;
  /** The address of the page that shows the content. */
  href: string;
  /** Called from time to time with the share that has been played, from 0 to 1. */
  onProgress?: (share: number) => void;
}

export interface Listening {
  track: Track | null;
  /** The user who listens, as `accountOf` returns it. */
  owner: string;
  isPlaying: boolean;
  /** Seconds from the start of the recording. */
  position: number;
  duration: number;
  speed: number;
  hasFailed: boolean;
}

export const speeds = [0.75, 1, 1.25, 1.5, 1.75, 2];
const skipSeconds = 15;
const maxRemembered = 100;

let state: Listening = {
  track: null,
  owner: '',
  isPlaying: false,
  position: 0,
  duration: 0,
  speed: 1,
  hasFailed: false,
};
let audio: HTMLAudioElement | null = null;
let owner = '';
let savedAt = 0;
const listeners = new Set<() => void>();

const set = (change: Partial<Listening>) => {
  state = { ...state, ...change };
  for (const listener of listeners) listener();
};

interface StoredListening {
  speed: number;
  /** The most recent recording first. */
  places: [id: string, seconds: number][];
}
const keyOf = (account: string) => `church-connect.listening.${account}`;

function read(account = owner): StoredListening {
  try {
    const stored = JSON.parse(
      localStorage.getItem(keyOf(account)) ?? '{}',
    ) as Partial<StoredListening>;
    return {
      speed: speeds.find((speed) => speed === stored.speed) ?? 1,
      places: Array.isArray(stored.places) ? stored.places : [],
    };
  } catch {
    return { speed: 1, places: [] };
  }
}

function write(account: string, stored: StoredListening): void {
  try {
    localStorage.setItem(keyOf(account), JSON.stringify(stored));
  } catch {
    // Storage may be disabled. Then the position is lost when the page is closed.
  }
}

/** Saves the position of the current recording on this device, for this user. */
function savePosition(): void {
  const { track, position, duration, speed } = state;
  if (!track || owner === '') return;
  savedAt = Date.now();
  const otherPlaces = read().places.filter(([id]) => id !== track.id);
  const isOver = duration > 0 && position > duration - 5;
  const places = isOver
    ? otherPlaces
    : ([[track.id, Math.floor(position)], ...otherPlaces] as StoredListening['places']);
  write(owner, { speed, places: places.slice(0, maxRemembered) });
  if (duration > 0) track.onProgress?.(isOver ? 1 : Math.min(1, position / duration));
}

function openPlayer(): HTMLAudioElement {
  if (audio) return audio;
  const player = new Audio();
  player.preload = 'metadata';
  player.addEventListener('loadedmetadata', () =>
    set({ duration: Number.isFinite(player.duration) ? player.duration : 0 }),
  );
  player.addEventListener('durationchange', () =>
    set({ duration: Number.isFinite(player.duration) ? player.duration : 0 }),
  );
  player.addEventListener('timeupdate', () => {
    set({ position: player.currentTime });
    if (Date.now() - savedAt > 5_000) savePosition();
  });
  player.addEventListener('play', () => set({ isPlaying: true, hasFailed: false }));
  player.addEventListener('pause', () => {
    set({ isPlaying: false });
    savePosition();
  });
  player.addEventListener('ended', savePosition);
  player.addEventListener('error', () =>
    set({ isPlaying: false, hasFailed: state.track !== null }),
  );
  window.addEventListener('pagehide', savePosition);
  audio = player;
  return player;
}

/** Starts playback. If the browser refuses to start, the events of the element report why. */
const start = (player: HTMLAudioElement) =>
  void player.play().catch(() => set({ isPlaying: false }));

function describeToDevice(track: Track): void {
  if (!('mediaSession' in navigator)) return;
  navigator.mediaSession.metadata = new MediaMetadata({
    title: track.title,
    artist: track.subtitle,
  });
  navigator.mediaSession.setActionHandler('seekbackward', () => listening.move(-skipSeconds));
  navigator.mediaSession.setActionHandler('seekforward', () => listening.move(skipSeconds));
}

export const listening = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
  get: () => state,

  /**
   * Plays a recording from the position at which the user stopped last time. If it is the current
   * recording, it is paused or resumed.
   * @param account the user whose positions are remembered, as `accountOf` returns it
   */
  play: (track: Track, account: string) => {
    const player = openPlayer();
    if (account !== owner) {
      listening.close();
      owner = account;
      set({ owner, speed: read().speed });
    }
    if (state.track?.id === track.id && !state.hasFailed) {
      listening.toggle();
      return;
    }
    savePosition();
    const from = read().places.find(([id]) => id === track.id)?.[1] ?? 0;
    set({ track, position: from, duration: 0, hasFailed: false });
    savedAt = Date.now();
    player.src = track.url;
    player.currentTime = from;
    player.playbackRate = state.speed;
    player.defaultPlaybackRate = state.speed;
    describeToDevice(track);
    start(player);
    window.dispatchEvent(new Event(listenEvent));
  },
  /** Pauses or resumes the current recording. */
  toggle: () => {
    if (!audio || !state.track) return;
    if (state.hasFailed) audio.load();
    if (audio.paused) start(audio);
    else audio.pause();
  },
  move: (seconds: number) => listening.seek(state.position + seconds),
  seek: (place: number) => {
    if (!audio) return;
    const to = Math.max(0, state.duration > 0 ? Math.min(place, state.duration) : place);
    audio.currentTime = to;
    set({ position: to });
  },
  /** Forgets the position of a recording. If it is playing, it continues from its start. */
  startAgain: (id: string, account: string) => {
    const stored = read(account);
    write(account, { ...stored, places: stored.places.filter(([other]) => other !== id) });
    if (state.track?.id === id && owner === account) listening.seek(0);
  },
  setSpeed: (speed: number) => {
    if (audio) {
      audio.playbackRate = speed;
      audio.defaultPlaybackRate = speed;
    }
    set({ speed });
    savePosition();
  },
  close: () => {
    if (!audio || !state.track) return;
    audio.pause();
    savePosition();
    set({ track: null, isPlaying: false, position: 0, duration: 0, hasFailed: false });
    audio.removeAttribute('src');
    audio.load();
  },
};

/** Returns the state of the player. It changes about four times a second during playback. */
export const useListening = (): Listening =>
  useSyncExternalStore(listening.subscribe, listening.get);
/**
 * Returns only the current track, so that the component does not render with each change of the
 * position.
 */
export const useTrack = (): Track | null =>
  useSyncExternalStore(listening.subscribe, () => state.track);
export const usePlaying = (id: string): boolean =>
  useSyncExternalStore(listening.subscribe, () => state.track?.id === id && state.isPlaying);

/** `3:07`, `1:02:45` */
export function clockOf(seconds: number): string {
  const wholeSeconds = Math.max(0, Math.floor(seconds));
  const twoDigits = (value: number) => String(value).padStart(2, '0');
  const [hours, minutes, remainder] = [
    Math.floor(wholeSeconds / 3600),
    Math.floor(wholeSeconds / 60) % 60,
    wholeSeconds % 60,
  ];
  return hours > 0
    ? `${hours}:${twoDigits(minutes)}:${twoDigits(remainder)}`
    : `${minutes}:${twoDigits(remainder)}`;
}
