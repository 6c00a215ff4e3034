import { type DetailedError, Upload } from 'tus-js-client';
import {
  type RunningUpload,
  type UploadEvents,
  uploadFailed,
  type UploadUse,
} from './upload-events';

/** Small enough that little is sent twice after a cut where something in between kept it back. */
const chunkSize = 8 * 1024 * 1024;

const isRefusal = (status: number) =>
  status >= 400 && status < 500 && ![408, 409, 423, 429].includes(status);

/** Sends a file by the tus protocol: after a cut from where the server has it, as long as it takes. */
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
      // a cut: as soon as there is a network again, or soon
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
      // without a connection the server takes it away by itself
      upload.abort(true).catch(() => undefined);
    },
  };
}

function messageOf(body: string): string {
  try {
    const { message } = JSON.parse(body) as { message?: unknown };
    if (typeof message === 'string') return message;
  } catch {
    // no answer of ours
  }
  return uploadFailed;
}
