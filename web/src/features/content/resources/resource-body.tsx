import { useQueryClient } from '@tanstack/react-query';
import { BookOpen, Download, ExternalLink } from 'lucide-react';
import type { Resource } from '#libs/contracts';
import { buttonClass } from '../../../components/ui/button';
import { FileCard } from '../../../components/content/file-card';
import { ListenButton } from '../../../components/content/listen-button';
import { RichText } from '../../../components/ui/rich-text';
import { VideoPlayer } from '../../../components/content/video-player';
import { isUploadedFile } from '../../../lib/browser/files';
import { noteProgress } from './progress';

/** All parts of a resource, the main part of its type first. */
export function ResourceBody({ resource }: { resource: Resource }) {
  const client = useQueryClient();
  const { id, title, file, serverFileUrl, audioUrl, articleUrl, videoUrl, content } = resource;
  const playedUrl =
    file?.contentType.startsWith('audio/') && serverFileUrl ? serverFileUrl : audioUrl;
  return (
    <>
      {videoUrl && (
        <VideoPlayer link={videoUrl} title={title} pictureUrl={resource.pictureUrl} seed={id} />
      )}
      {playedUrl &&
        (isUploadedFile(playedUrl) ? (
          <div data-noprint className="flex flex-wrap gap-2">
            <ListenButton
              variant="primary"
              track={{
                id,
                title,
                subtitle: 'Bible Study Resources',
                url: playedUrl,
                href: `/resources?open=${id}`,
                onProgress: (share) => void noteProgress(client, id, share),
              }}
            />
            <a href={playedUrl} download className={buttonClass()}>
              <Download aria-hidden className="size-4" />
              Download Audio
            </a>
          </div>
        ) : (
          <Outside href={playedUrl} label="Listen to the audio" />
        ))}
      {resource.resourceType === 'book' && <BookFacts resource={resource} />}
      <p className="text-story text-ink-2">{resource.description}</p>
      {content && <RichText text={content} className="text-story" />}
      {articleUrl && <Outside href={articleUrl} label="Read the article" />}
      {file && serverFileUrl && serverFileUrl !== playedUrl && (
        <FileCard file={file} url={serverFileUrl} />
      )}
    </>
  );
}

function Outside({ href, label }: { href: string; label: string }) {
  return (
    <p data-noprint>
      <a
        href={href}
        target="_blank"
        rel="noopener noreferrer"
        className={buttonClass({ variant: 'primary' })}
      >
        <ExternalLink aria-hidden className="size-4" />
        {label}
      </a>
    </p>
  );
}

function BookFacts({ resource }: { resource: Resource }) {
  const facts = [
    ['Author', resource.bookAuthor],
    ['ISBN', resource.bookIsbn],
  ].filter(([, value]) => value);
  return (
    <div className="rounded-lg border bg-surface p-4 sm:p-5">
      <p className="flex items-center gap-2 text-card">
        <BookOpen aria-hidden className="size-4.5 shrink-0" />
        {resource.bookTitle}
      </p>
      {facts.length > 0 && (
        <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
          {facts.map(([label, value]) => (
            <div key={label} className="contents">
              <dt className="text-ink-2">{label}</dt>
              <dd className="break-words">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {resource.bookPurchaseUrl && (
        <a
          data-noprint
          href={resource.bookPurchaseUrl}
          target="_blank"
          rel="noopener noreferrer"
          className={buttonClass({ className: 'mt-4' })}
        >
          <ExternalLink aria-hidden className="size-4" />
          Where to buy it
        </a>
      )}
    </div>
  );
}
