/** Returns a quiet tone as a WAV file (8 kHz, 8 bits). */
export function tone(seconds: number): Uint8Array {
  const rate = 8_000;
  const sampleCount = seconds * rate;
  const file = Buffer.alloc(44 + sampleCount);
  file.write('RIFF', 0);
  file.writeUInt32LE(36 + sampleCount, 4);
  file.write('WAVEfmt ', 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(rate, 24);
  file.writeUInt32LE(rate, 28);
  file.writeUInt16LE(1, 32);
  file.writeUInt16LE(8, 34);
  file.write('data', 36);
  file.writeUInt32LE(sampleCount, 40);
  for (let n = 0; n < sampleCount; n++)
    file[44 + n] = 128 + Math.round(20 * Math.sin((n * 2 * Math.PI * 220) / rate));
  return file;
}
