import { useSyncExternalStore } from 'react';
import { listenEvent } from './listen-event';

/** Something to listen to: one at a time, and it goes on while one browses. */
export interface Track {
  /** the content's, under which its place is remembered */
  id: string;
  title: string;
  /** who speaks, or where it belongs */
  subtitle: string;
  url: string;
  /** the page that tells more of it */
  href: string;
  /** told now and then how far it is, 0 to 1 */
  onProgress?: (share: number) => void;
}

export interface Listening {
  track: Track | null;
  /** the account, within its church, that listens */
  owner: string;
  isPlaying: boolean;
  /** seconds */
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
  /** latest first */
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

function write(account: string, kept: StoredListening): void {
  try {
    localStorage.setItem(keyOf(account), JSON.stringify(kept));
  } catch {
    // storage may be switched off: the place then holds until the page is left
  }
}

/** Keeps the place of what plays, on this device, under the account and church. */
function savePosition(): void {
  const { track, position, duration, speed } = state;
  if (!track || owner === '') return;
  savedAt = Date.now();
  const others = read().places.filter(([id]) => id !== track.id);
  const isOver = duration > 0 && position > duration - 5;
  const places = isOver
    ? others
    : ([[track.id, Math.floor(position)], ...others] as StoredListening['places']);
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

/** A refusal to start (no network, no right) is told by the element's own events. */
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

  /** Plays it from where the person stopped last time; what plays already is paused or goes on. `account`: whose places are remembered. */
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
  /** Goes on, or pauses. */
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
  /** Forgets the place of a track, so that it begins at its start; one that plays goes on from there. */
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

/** What is listened to, and how far; changes four times a second while it plays. */
export const useListening = (): Listening =>
  useSyncExternalStore(listening.subscribe, listening.get);
/** The track alone, and whether it plays. */
export const useTrack = (): Track | null =>
  useSyncExternalStore(listening.subscribe, () => state.track);
export const usePlaying = (id: string): boolean =>
  useSyncExternalStore(listening.subscribe, () => state.track?.id === id && state.isPlaying);

/** `3:07`, `1:02:45` */
export function clockOf(seconds: number): string {
  const wholeSeconds = Math.max(0, Math.floor(seconds));
  const twoDigits = (value: number) => String(value).padStart(2, '0');
  const [hours, minutes, rest] = [
    Math.floor(wholeSeconds / 3600),
    Math.floor(wholeSeconds / 60) % 60,
    wholeSeconds % 60,
  ];
  return hours > 0
    ? `${hours}:${twoDigits(minutes)}:${twoDigits(rest)}`
    : `${minutes}:${twoDigits(rest)}`;
}
