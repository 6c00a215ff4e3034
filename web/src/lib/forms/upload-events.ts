export interface UploadEvents {
  onProgress: (sentBytes: number) => void;
  /** The connection is interrupted. The upload continues by itself. */
  onWaiting: () => void;
  onDone: (uploadId: string) => void;
  onError: (message: string) => void;
}

export interface RunningUpload {
  /** Stops the upload and deletes what was already sent. */
  cancel: () => void;
}

/**
 * The purpose of an upload that is not published: every user can attach files to tickets, and super
 * administrators to the tickets of the named church.
 */
export interface UploadUse {
  use: 'ticket';
  church: string | undefined;
}

/** The message if the server gave none. */
export const uploadFailed = 'The file could not be uploaded. Please try again.';
