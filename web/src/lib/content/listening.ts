import { useSyncExternalStore } from 'react';
import { listenEvent } from './listen-event';

/** Something to listen to: one at a time, and it goes on while one browses. */
export interface Track {
  /** the content's, under which its place is remembered */
  id: string;
  title: string;
  /** who speaks, or where it belongs */
  by: string;
  url: string;
  /** the page that tells more of it */
  href: string;
  /** told now and then how far it is, 0 to 1 */
  onPlace?: (share: number) => void;
}

export interface Listening {
  track: Track | null;
  /** the account, within its church, that listens */
  owner: string;
  isPlaying: boolean;
  /** seconds */
  place: number;
  duration: number;
  speed: number;
  hasFailed: boolean;
}

export const speeds = [0.75, 1, 1.25, 1.5, 1.75, 2];
const skip = 15;
const remembered = 100;

let state: Listening = {
  track: null,
  owner: '',
  isPlaying: false,
  place: 0,
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

interface Kept {
  speed: number;
  /** latest first */
  places: [id: string, seconds: number][];
}
const keyOf = (account: string) => `church-connect.listening.${account}`;

function read(account = owner): Kept {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(account)) ?? '{}') as Partial<Kept>;
    return {
      speed: speeds.find((speed) => speed === kept.speed) ?? 1,
      places: Array.isArray(kept.places) ? kept.places : [],
    };
  } catch {
    return { speed: 1, places: [] };
  }
}

function write(account: string, kept: Kept): void {
  try {
    localStorage.setItem(keyOf(account), JSON.stringify(kept));
  } catch {
    // storage may be switched off: the place then holds until the page is left
  }
}

/** Keeps the place of what plays, on this device, under the account and church. */
function keep(): void {
  const { track, place, duration, speed } = state;
  if (!track || owner === '') return;
  savedAt = Date.now();
  const others = read().places.filter(([id]) => id !== track.id);
  const isOver = duration > 0 && place > duration - 5;
  const places = isOver ? others : ([[track.id, Math.floor(place)], ...others] as Kept['places']);
  write(owner, { speed, places: places.slice(0, remembered) });
  if (duration > 0) track.onPlace?.(isOver ? 1 : Math.min(1, place / duration));
}

function element(): HTMLAudioElement {
  if (audio) return audio;
  const made = new Audio();
  made.preload = 'metadata';
  made.addEventListener('loadedmetadata', () =>
    set({ duration: Number.isFinite(made.duration) ? made.duration : 0 }),
  );
  made.addEventListener('durationchange', () =>
    set({ duration: Number.isFinite(made.duration) ? made.duration : 0 }),
  );
  made.addEventListener('timeupdate', () => {
    set({ place: made.currentTime });
    if (Date.now() - savedAt > 5_000) keep();
  });
  made.addEventListener('play', () => set({ isPlaying: true, hasFailed: false }));
  made.addEventListener('pause', () => {
    set({ isPlaying: false });
    keep();
  });
  made.addEventListener('ended', keep);
  made.addEventListener('error', () => set({ isPlaying: false, hasFailed: state.track !== null }));
  window.addEventListener('pagehide', keep);
  audio = made;
  return made;
}

/** A refusal to start (no network, no right) is told by the element's own events. */
const start = (of: HTMLAudioElement) => void of.play().catch(() => set({ isPlaying: false }));

function tellDevice(track: Track): void {
  if (!('mediaSession' in navigator)) return;
  navigator.mediaSession.metadata = new MediaMetadata({ title: track.title, artist: track.by });
  navigator.mediaSession.setActionHandler('seekbackward', () => listening.move(-skip));
  navigator.mediaSession.setActionHandler('seekforward', () => listening.move(skip));
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
    const player = element();
    if (account !== owner) {
      listening.close();
      owner = account;
      set({ owner, speed: read().speed });
    }
    if (state.track?.id === track.id && !state.hasFailed) {
      listening.toggle();
      return;
    }
    keep();
    const from = read().places.find(([id]) => id === track.id)?.[1] ?? 0;
    set({ track, place: from, duration: 0, hasFailed: false });
    savedAt = Date.now();
    player.src = track.url;
    player.currentTime = from;
    player.playbackRate = state.speed;
    player.defaultPlaybackRate = state.speed;
    tellDevice(track);
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
  move: (seconds: number) => listening.seek(state.place + seconds),
  seek: (place: number) => {
    if (!audio) return;
    const to = Math.max(0, state.duration > 0 ? Math.min(place, state.duration) : place);
    audio.currentTime = to;
    set({ place: to });
  },
  /** Forgets the place of a track, so that it begins at its start; one that plays goes on from there. */
  startAgain: (id: string, account: string) => {
    const kept = read(account);
    write(account, { ...kept, places: kept.places.filter(([other]) => other !== id) });
    if (state.track?.id === id && owner === account) listening.seek(0);
  },
  setSpeed: (speed: number) => {
    if (audio) {
      audio.playbackRate = speed;
      audio.defaultPlaybackRate = speed;
    }
    set({ speed });
    keep();
  },
  close: () => {
    if (!audio || !state.track) return;
    audio.pause();
    keep();
    set({ track: null, isPlaying: false, place: 0, duration: 0, hasFailed: false });
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
  const whole = Math.max(0, Math.floor(seconds));
  const two = (value: number) => String(value).padStart(2, '0');
  const [hours, minutes, rest] = [
    Math.floor(whole / 3600),
    Math.floor(whole / 60) % 60,
    whole % 60,
  ];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
