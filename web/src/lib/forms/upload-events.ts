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

/** What it is for, where it is not to be published: everybody attaches files to tickets, the platform's people to those of a church. */
export interface UploadUse {
  use: 'ticket';
  church: string | undefined;
}

/** What is said where the server said nothing. */
export const uploadFailed = 'The file could not be uploaded. Please try again.';
