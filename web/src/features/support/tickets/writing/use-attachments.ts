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

/**
 * Uploads attached files at once, each on its own. The form sends their ids.
 * @param church the church of the ticket, if a super administrator writes
 */
export function useAttachments(church?: string): Attachments {
  const [files, setFiles] = useState<AttachedFile[]>([]);
  const [refused, setRefused] = useState<string>();
  const running = useRef(new Map<number, RunningUpload>());
  const next = useRef(0);
  useEffect(() => {
    const uploads = running.current;
    return () => {
      for (const upload of uploads.values()) upload.cancel();
    };
  }, []);

  const change = (key: number, to: Partial<AttachedFile>) =>
    setFiles((now) => now.map((file) => (file.key === key ? { ...file, ...to } : file)));
  const send = (file: File, key: number) => {
    const upload = startUpload(
      file,
      {
        onProgress: (sent) => change(key, { sent, isWaiting: false }),
        onWaiting: () => change(key, { isWaiting: true }),
        onDone: (id) => {
          running.current.delete(key);
          change(key, { id, isWaiting: false });
        },
        onError: (problem) => {
          running.current.delete(key);
          change(key, { problem, isWaiting: false });
        },
      },
      { use: 'ticket', church },
    );
    running.current.set(key, upload);
  };
  const add = (chosen: Iterable<File>) => {
    const given = [...chosen];
    if (given.length === 0) return;
    setRefused(undefined);
    import('../../../../lib/forms/file-kinds').then(
      ({ attachmentEndings, maxAttachmentBytes, maxAttachments, refusalOf }) => {
        const room = Math.max(
          0,
          maxAttachments - files.filter(({ problem }) => problem === null).length,
        );
        if (given.length > room) setRefused(`Please attach at most ${maxAttachments} files`);
        const taken = given.slice(0, room).map((file) => ({
          file,
          key: next.current++,
          problem: refusalOf(
            file,
            attachmentEndings,
            maxAttachmentBytes,
            'a picture, a document, a text or an audio file',
          ),
        }));
        setFiles((now) => [
          ...now.filter(({ problem }) => problem === null),
          ...taken.map(({ file, key, problem }) => ({
            key,
            name: file.name,
            size: file.size,
            sent: 0,
            isWaiting: false,
            id: null,
            problem,
          })),
        ]);
        for (const { file, key, problem } of taken) if (problem === null) send(file, key);
      },
      () => setRefused(uploadFailed),
    );
  };
  const remove = (key: number) => {
    running.current.get(key)?.cancel();
    running.current.delete(key);
    setRefused(undefined);
    setFiles((now) => now.filter((file) => file.key !== key));
  };
  return {
    files,
    refused,
    ids: files.flatMap(({ id }) => (id === null ? [] : [id])),
    isBusy: files.some(({ id, problem }) => id === null && problem === null),
    add,
    remove,
    clear: () => {
      for (const upload of running.current.values()) upload.cancel();
      running.current.clear();
      setRefused(undefined);
      setFiles([]);
    },
  };
}
