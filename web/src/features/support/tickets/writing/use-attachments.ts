import { useEffect, useRef, useState } from 'react';
import { startUpload } from '../../../../lib/forms/upload';
import { type RunningUpload, uploadFailed } from '../../../../lib/forms/upload-events';

/** An attached file: being uploaded, uploaded (`id` is set), or refused. */
export interface AttachedFile {
  key: number;
  name: string;
  size: number;
  sent: number;
  isWaiting: boolean;
  id: string | null;
  problem: string | null;
}

export interface Attachments {
  files: readonly AttachedFile[];
  /** The upload ids that the form sends. */
  ids: string[];
  isBusy: boolean;
  /** Why some of the chosen files were refused. */
  refused: string | undefined;
  add: (files: Iterable<File>) => void;
  remove: (key: number) => void;
  clear: () => void;
}

/** Whether a file is uploaded, or may still be. */
const isAccepted = ({ problem }: AttachedFile): boolean => problem === null;

const toAttachedFile = (key: number, file: File, problem: string | null): AttachedFile => ({
  key,
  name: file.name,
  size: file.size,
  sent: 0,
  isWaiting: false,
  id: null,
  problem,
});

/**
 * Starts and cancels uploads of attached files. Cancels all when the form disappears.
 * @param change changes the attached file with a key
 */
function useUploads(
  church: string | undefined,
  change: (key: number, to: Partial<AttachedFile>) => void,
) {
  const running = useRef(new Map<number, RunningUpload>());
  useEffect(() => {
    const uploads = running.current;
    return () => {
      for (const upload of uploads.values()) upload.cancel();
    };
  }, []);
  const end = (key: number, to: Partial<AttachedFile>) => {
    running.current.delete(key);
    change(key, { ...to, isWaiting: false });
  };
  return {
    start: (file: File, key: number) => {
      const events = {
        onProgress: (sentBytes: number) => change(key, { sent: sentBytes, isWaiting: false }),
        onWaiting: () => change(key, { isWaiting: true }),
        onDone: (id: string) => end(key, { id }),
        onError: (problem: string) => end(key, { problem }),
      };
      running.current.set(key, startUpload(file, events, { use: 'ticket', church }));
    },
    cancel: (key: number) => {
      running.current.get(key)?.cancel();
      running.current.delete(key);
    },
    cancelAll: () => {
      for (const upload of running.current.values()) upload.cancel();
      running.current.clear();
    },
  };
}

/** Chooses the files that can be attached, and says why others cannot. */
async function chooseFiles(newFiles: File[], attached: readonly AttachedFile[]) {
  const { attachmentEndings, maxAttachmentBytes, maxAttachments, refusalOf } =
    await import('../../../../lib/forms/file-kinds');
  const room = Math.max(0, maxAttachments - attached.filter(isAccepted).length);
  const kinds = 'a picture, a document, a spreadsheet, a text or an audio file';
  return {
    refused: newFiles.length > room ? `Please attach at most ${maxAttachments} files` : undefined,
    taken: newFiles.slice(0, room).map((file) => ({
      file,
      problem: refusalOf(file, attachmentEndings, maxAttachmentBytes, kinds),
    })),
  };
}

/**
 * Uploads each file as soon as the user attaches it. The form sends only the ids of the uploads.
 * @param church the church of the ticket, if a super administrator writes
 */
export function useAttachments(church?: string): Attachments {
  const [files, setFiles] = useState<AttachedFile[]>([]);
  const [refusal, setRefusal] = useState<string>();
  const next = useRef(0);
  const uploads = useUploads(church, (key, to) =>
    setFiles((now) => now.map((file) => (file.key === key ? { ...file, ...to } : file))),
  );
  const add = (chosenFiles: Iterable<File>) => {
    const newFiles = [...chosenFiles];
    if (newFiles.length === 0) return;
    setRefusal(undefined);
    chooseFiles(newFiles, files).then(
      (choice) => {
        if (choice.refused) setRefusal(choice.refused);
        const addedFiles = choice.taken.map(({ file, problem }) => ({
          file,
          attached: toAttachedFile(next.current++, file, problem),
        }));
        setFiles((now) => [
          ...now.filter(isAccepted),
          ...addedFiles.map(({ attached }) => attached),
        ]);
        for (const { file, attached } of addedFiles)
          if (isAccepted(attached)) uploads.start(file, attached.key);
      },
      () => setRefusal(uploadFailed),
    );
  };
  const remove = (key: number) => {
    uploads.cancel(key);
    setRefusal(undefined);
    setFiles((now) => now.filter((file) => file.key !== key));
  };
  return {
    files,
    refused: refusal,
    ids: files.flatMap(({ id }) => (id === null ? [] : [id])),
    isBusy: files.some(({ id, problem }) => id === null && problem === null),
    add,
    remove,
    clear: () => {
      uploads.cancelAll();
      setRefusal(undefined);
      setFiles([]);
    },
  };
}
