import { type DetailedError, Upload } from 'tus-js-client';
import {
  type RunningUpload,
  type UploadEvents,
  uploadFailed,
  type UploadUse,
} from './upload-events';

/**
 * The bytes of one request. The size is small, so that little must be sent again after an
 * interruption, even if a proxy buffers the request.
 */
const chunkSize = 8 * 1024 * 1024;

const isRefusal = (status: number) =>
  status >= 400 && status < 500 && ![408, 409, 423, 429].includes(status);

/** Returns the options of an upload that do not depend on its progress. */
const describeUpload = (file: File, to: UploadUse | undefined) => ({
  endpoint: `/api/uploads${to?.church ? `?church=${to.church}` : ''}`,
  metadata: {
    filename: file.name,
    filetype: file.type || 'application/octet-stream',
    ...(to ? { use: to.use } : {}),
  },
  chunkSize,
  retryDelays: [0, 1000, 3000],
  storeFingerprintForResuming: false,
  removeFingerprintOnSuccess: true,
});

/**
 * Sends a file by the tus protocol. After an interruption it continues from the last byte that the
 * server has, and it repeats this until the upload succeeds.
 */
export function sendUpload(
  file: File,
  { onProgress, onWaiting, onDone, onError }: UploadEvents,
  to?: UploadUse,
): RunningUpload {
  let isCanceled = false;
  let timer: number | undefined;
  const resume = () => {
    window.clearTimeout(timer);
    window.removeEventListener('online', resume);
    if (!isCanceled) upload.start();
  };
  const upload = new Upload(file, {
    ...describeUpload(file, to),
    onShouldRetry: (error) => {
      onWaiting();
      return navigator.onLine && !isRefusal(error.originalResponse?.getStatus() ?? 0);
    },
    onProgress,
    onSuccess: () => onDone(new URL(upload.url!, window.location.href).pathname.split('/').at(-1)!),
    onError: (error) => {
      const answer = (error as DetailedError).originalResponse;
      if (answer && isRefusal(answer.getStatus())) {
        onError(messageOf(answer.getBody()));
        return;
      }
      // The connection was interrupted. Continue when the browser is online again, or after a
      // delay.
      onWaiting();
      window.addEventListener('online', resume);
      timer = window.setTimeout(resume, 5000);
    },
  });
  upload.start();
  return {
    cancel: () => {
      isCanceled = true;
      window.clearTimeout(timer);
      window.removeEventListener('online', resume);
      // Without a connection, the server deletes the upload later.
      upload.abort(true).catch(() => undefined);
    },
  };
}

function messageOf(body: string): string {
  try {
    const { message } = JSON.parse(body) as { message?: unknown };
    if (typeof message === 'string') return message;
  } catch {
    // The body is not an error body of the API.
  }
  return uploadFailed;
}
