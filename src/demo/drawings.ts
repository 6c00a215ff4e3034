/** Colors of the pictures: upper sky, lower sky, far hills, near hills, light. */
const palettes = [
  ['#f6d9b8', '#f3b78b', '#8a6f8f', '#4b4a6b', '#fff3dc'],
  ['#cfe4ef', '#9cc3d9', '#5d8aa0', '#2f5569', '#ffffff'],
  ['#e7ecd0', '#bcd09a', '#7d9c63', '#46643c', '#fbf9e8'],
  ['#e4d7ef', '#b9a3d6', '#7c66a3', '#463a6b', '#fdf4ff'],
  ['#fbe3a7', '#f0bd5b', '#b77d3c', '#6d4a2f', '#fffbe6'],
  ['#d4ece4', '#93cbb8', '#4f9484', '#285a52', '#f4fffb'],
] as const;

/** Returns the SVG path of a line of hills, which is closed at the bottom of the drawing. */
function wave(base: number, height: number, phase: number): string {
  const curves = Array.from({ length: 9 }, (_, n) => {
    const control = `${n * 160 + 80} ${base + height * Math.sin(phase + n * 1.7)}`;
    const end = `${(n + 1) * 160} ${base + (height / 3) * Math.cos(phase + n)}`;
    return `Q${control} ${end}`;
  });
  return `M0 ${base} ${curves.join(' ')} L1440 720 L0 720 Z`;
}

/** The definition of the gradient `s` from the color above to the color below. */
const gradient = (above: string, below: string): string =>
  '<defs><linearGradient id="s" x1="0" y1="0" x2="0" y2="1">' +
  `<stop offset="0" stop-color="${above}"/><stop offset="1" stop-color="${below}"/>` +
  '</linearGradient></defs>';

/** Converts a picture to PNG. Loads the library only now, because it takes 30 MB of memory. */
async function toPng(svg: string): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  return sharp(Buffer.from(svg)).png().toBuffer();
}

/** Draws a landscape (16:9, PNG), a different one for each number. */
export function landscape(number: number): Promise<Buffer> {
  const [above, below, farHills, nearHills, light] = palettes[number % palettes.length]!;
  const sun = 260 + ((number * 337) % 760);
  const height = 230 + ((number * 53) % 90);
  return toPng(
    [
      '<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="720" viewBox="0 0 1280 720">',
      gradient(above, below),
      '<rect width="1280" height="720" fill="url(#s)"/>',
      `<circle cx="${sun}" cy="${height}" r="74" fill="${light}" opacity="0.9"/>`,
      `<path d="${wave(430, 90, number)}" fill="${farHills}" opacity="0.55"/>`,
      `<path d="${wave(510, 70, number * 2.3 + 1)}" fill="${farHills}"/>`,
      `<path d="${wave(600, 60, number * 1.3 + 2)}" fill="${nearHills}"/>`,
      '</svg>',
    ].join('\n'),
  );
}

/** Draws the outline of a person (square, PNG) for the leadership cards. */
export function portrait(number: number): Promise<Buffer> {
  const [above, below, farHills, nearHills, light] = palettes[(number + 3) % palettes.length]!;
  return toPng(
    [
      '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="640" viewBox="0 0 640 640">',
      gradient(above, below),
      '<rect width="640" height="640" fill="url(#s)"/>',
      `<circle cx="320" cy="330" r="250" fill="${light}" opacity="0.35"/>`,
      `<path d="M90 640 C100 470 210 430 320 430 C430 430 540 470 550 640 Z" fill="${nearHills}"/>`,
      `<circle cx="320" cy="285" r="118" fill="${farHills}"/>`,
      '</svg>',
    ].join('\n'),
  );
}

/** The melody Old Hundredth (1551): semitones above G, and the number of beats. */
const tune: [step: number, beats: number][] = [
  [0, 2],
  [0, 1],
  [-1, 1],
  [-3, 1],
  [-5, 1],
  [0, 1],
  [2, 1],
  [4, 2],
  [4, 2],
  [4, 1],
  [4, 1],
  [2, 1],
  [0, 1],
  [5, 1],
  [4, 1],
  [2, 2],
  [0, 2],
  [2, 1],
  [4, 1],
  [2, 1],
  [0, 1],
  [-3, 1],
  [-1, 1],
  [0, 2],
  [7, 2],
  [4, 1],
  [0, 1],
  [2, 1],
  [5, 1],
  [4, 1],
  [2, 1],
  [0, 3],
];

/**
 * Computes a hymn played on bells as a WAV file (22 kHz, 8 bits, about half a minute).
 * @param number changes the pitch
 */
export function bells(number: number): Buffer {
  const rate = 22_050;
  const beat = 0.55;
  const seconds = tune.reduce((sum, [, beats]) => sum + beats, 0) * beat + 2;
  const sound = new Float32Array(Math.round(seconds * rate));
  let start = 0;
  for (const [step, beats] of tune) {
    const hertz = 392 * 2 ** ((step + (number % 5) - 2) / 12);
    const begin = Math.round(start * rate);
    for (let n = 0; n < rate * 2 && begin + n < sound.length; n++) {
      const time = n / rate;
      const fade = Math.exp(-2.4 * time) * Math.min(1, time * 200);
      sound[begin + n]! +=
        fade *
        (Math.sin(2 * Math.PI * hertz * time) +
          0.35 * Math.sin(2 * Math.PI * hertz * 2.01 * time) +
          0.15 * Math.sin(2 * Math.PI * hertz * 3.02 * time));
    }
    start += beats * beat;
  }
  return toWav(sound, rate);
}

/** @param rate samples per second */
function toWav(sound: Float32Array, rate: number): Buffer {
  const samples = sound.length;
  const file = Buffer.alloc(44 + samples);
  file.write('RIFF', 0);
  file.writeUInt32LE(36 + samples, 4);
  file.write('WAVEfmt ', 8);
  for (const [offset, value] of [
    [16, 16],
    [24, rate],
    [28, rate],
    [40, samples],
  ] as const)
    file.writeUInt32LE(value, offset);
  for (const [offset, value] of [
    [20, 1],
    [22, 1],
    [32, 1],
    [34, 8],
  ] as const)
    file.writeUInt16LE(value, offset);
  file.write('data', 36);
  for (let n = 0; n < samples; n++)
    file[44 + n] = 128 + Math.max(-127, Math.min(127, Math.round(sound[n]! * 52)));
  return file;
}
