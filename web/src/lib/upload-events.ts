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

/** What is said where the server said nothing. */
export const uploadFailed = 'The file could not be uploaded. Please try again.';
