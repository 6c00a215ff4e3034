import { describe, expect, it } from '@jest/globals';
import { WorkerFunctions } from '#libs/workers';
import { tone } from '../../test/support/audio.js';
import { until } from '../../test/support/until.js';
import { StorageError, inspectFile, type StoredFile } from './index.js';
import type * as Inspection from './inspect-worker.js';

const stored = (bytes: Buffer): StoredFile => ({
  size: bytes.length,
  read: (start, end) => Promise.resolve(bytes.subarray(start, end)),
});

/** Returns the header of a WAV file, followed by parts of eight bytes without a meaning. */
function wavOfParts(count: number): Buffer {
  const format = Buffer.from('666d74201000000001000100401f0000401f000001000800', 'hex');
  const part = Buffer.from('6a756e6b00000000', 'hex');
  const parts = Buffer.alloc(count * part.length, part);
  const riff = Buffer.alloc(12);
  riff.write('RIFF');
  riff.writeUInt32LE(4 + format.length + parts.length, 4);
  riff.write('WAVE', 8);
  return Buffer.concat([riff, format, parts]);
}

describe('an uploaded file', () => {
  it('is recognized by its bytes, and its audio is measured', async () => {
    expect(await inspectFile(stored(Buffer.from(tone(2))))).toEqual({
      contentType: 'audio/wav',
      durationSeconds: 2,
    });
  });

  it('does not block the main thread even if it has very many parts', async () => {
    const before = performance.eventLoopUtilization();
    const inspection = await inspectFile(stored(wavOfParts(500_000)));
    const { utilization } = performance.eventLoopUtilization(before);
    expect(inspection).toEqual({ contentType: 'audio/wav', durationSeconds: null });
    expect(utilization).toBeLessThan(0.5);
  });

  it('is not regarded as damaged if the storage fails', async () => {
    const away = new StorageError(new Error('no answer'));
    const file: StoredFile = { size: 1_000, read: () => Promise.reject(away) };
    await expect(inspectFile(file, 'attachment')).rejects.toBe(away);
  });

  it('is not regarded as too slow to read if the storage does not answer', async () => {
    const module = new URL('../../dist/libs/files/inspect-worker.js', import.meta.url);
    const limits = { seconds: 8, heapMegabytes: 64 };
    const threads = new WorkerFunctions<typeof Inspection>(module, limits);
    const inspect = (storedFile: StoredFile) => inspectFile(storedFile, 'content', threads);
    // Wait until the thread has started. On a busy machine this may take longer than the limit.
    await until(() =>
      inspect(stored(Buffer.from(tone(1)))).then(
        () => true,
        () => false,
      ),
    );
    const file: StoredFile = { size: 1_000, read: () => new Promise(() => undefined) };
    await expect(inspect(file)).rejects.toThrow(StorageError);
  });

  it.each([
    ['its type is not allowed', Buffer.from('PK\u0003\u0004')],
    ['it is empty', Buffer.alloc(0)],
  ])('is refused if %s', async (_what, bytes) => {
    expect(await inspectFile(stored(bytes))).toBeNull();
  });
});
