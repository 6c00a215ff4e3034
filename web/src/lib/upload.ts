import type { DetailedError } from 'tus-js-client';

export interface UploadEvents {
  onProgress: (sent: number) => void;
  /** The connection is cut; it goes on by itself. */
  onWaiting: () => void;
  onDone: (uploadId: string) => void;
  onError: (message: string) => void;
}

export interface RunningUpload {
  /** Stops, and takes what was sent already off the server. */
  cancel: () => void;
}

const failed = 'The file could not be uploaded. Please try again.';
/** Small enough that little is sent twice after a cut where something in between kept it back. */
const chunkSize = 8 * 1024 * 1024;

const isRefusal = (status: number) => status >= 400 && status < 500 && ![408, 409, 423, 429].includes(status);

/** Sends a file by the tus protocol: after a cut from where the server has it, as long as it takes. */
export function startUpload(file: File, { onProgress, onWaiting, onDone, onError }: UploadEvents): RunningUpload {
  let stop: (() => void) | null = null;
  let isCanceled = false;
  const run = async () => {
    const { Upload } = await import('tus-js-client');
    if (isCanceled) return;
    const goOn = () => {
      window.clearTimeout(timer);
      window.removeEventListener('online', goOn);
      if (!isCanceled) upload.start();
    };
    let timer: number | undefined;
    const upload = new Upload(file, {
      endpoint: '/api/uploads',
      metadata: { filename: file.name, filetype: file.type || 'application/octet-stream' },
      chunkSize,
      retryDelays: [0, 1000, 3000],
      storeFingerprintForResuming: false,
      removeFingerprintOnSuccess: true,
      onShouldRetry: (error) => {
        onWaiting();
        return navigator.onLine && !isRefusal((error).originalResponse?.getStatus() ?? 0);
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
        window.addEventListener('online', goOn);
        timer = window.setTimeout(goOn, 5000);
      },
    });
    stop = () => {
      window.clearTimeout(timer);
      window.removeEventListener('online', goOn);
      // without a connection the server takes it away by itself
      upload.abort(true).catch(() => undefined);
    };
    upload.start();
  };
  run().catch(() => onError(failed));
  return {
    cancel: () => {
      isCanceled = true;
      stop?.();
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
  return failed;
}
