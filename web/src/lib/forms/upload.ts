import {
  type RunningUpload,
  type UploadEvents,
  uploadFailed,
  type UploadUse,
} from './upload-events';

/** Sends a file. The code for uploads is loaded when it is first needed. */
export function startUpload(file: File, events: UploadEvents, to?: UploadUse): RunningUpload {
  let sending: RunningUpload | null = null;
  let isCanceled = false;
  import('./send-upload').then(
    ({ sendUpload }) => {
      if (!isCanceled) sending = sendUpload(file, events, to);
    },
    () => events.onError(uploadFailed),
  );
  return {
    cancel: () => {
      isCanceled = true;
      sending?.cancel();
    },
  };
}
