import { useEffect } from 'react';
import { useQuery } from '@tanstack/react-query';
import { ExternalLink, Printer } from 'lucide-react';
import { formatLong } from '#libs/calendar';
import { Button } from '../../../components/ui/button';
import { Reader } from '../../../components/content/reader';
import { RichText } from '../../../components/ui/rich-text';
import { ErrorState } from '../../../components/ui/states';
import { TagLine } from '../../../components/ui/tag-line';
import { VideoPlayer } from '../../../components/content/video-player';
import { countView } from '../../../lib/browser/count-view';
import { plural } from '../../../lib/format';
import { studyQuery } from '../../../lib/queries/member-content';
import { authorOf } from './studies-section';

const isLink = (line: string) => /^https?:\/\/\S+$/i.test(line);

/** One Bible study, shown instead of the list. Opening it counts as a view. */
export default function StudyReader({ id, onBack }: { id: string; onBack: () => void }) {
  const { data: study, error, refetch, isFetching } = useQuery(studyQuery(id));
  const isLoaded = study !== undefined;
  useEffect(() => {
    if (isLoaded) countView('bible-studies', id);
  }, [id, isLoaded]);
  if (error && !study)
    return (
      <ErrorState
        title="This Bible study could not be opened."
        error={error}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    );
  return (
    <Reader
      listName="Bible Study Resources"
      onBack={onBack}
      title={study?.title}
      meta={
        study &&
        [
          authorOf(study),
          formatLong(study.createdAt.slice(0, 10)),
          plural(study.viewCount, 'view'),
        ].join(' · ')
      }
      actions={
        <Button variant="ghost" size="icon" aria-label="Print" onClick={() => window.print()}>
          <Printer aria-hidden className="size-4" />
        </Button>
      }
    >
      {study && (
        <>
          {study.videoUrl && (
            <VideoPlayer
              link={study.videoUrl}
              title={study.title}
              pictureUrl={study.pictureUrl}
              seed={id}
            />
          )}
          <RichText text={study.content} className="text-story" />
          {study.studyResources.length > 0 && (
            <section>
              <h2 className="text-card">Study resources</h2>
              <ul className="mt-2 list-disc space-y-1 pl-6">
                {study.studyResources.map((line) => (
                  <li key={line} className="break-words">
                    {isLink(line) ? <Outside href={line}>{line}</Outside> : line}
                  </li>
                ))}
              </ul>
            </section>
          )}
          {study.onlineTools.length > 0 && (
            <section>
              <h2 className="text-card">Online tools</h2>
              <ul className="mt-2 space-y-1">
                {study.onlineTools.map((tool) => (
                  <li key={tool.url}>
                    <Outside href={tool.url}>{tool.name}</Outside>
                  </li>
                ))}
              </ul>
            </section>
          )}
          <TagLine tags={study.tags} />
        </>
      )}
    </Reader>
  );
}

function Outside({ href, children }: { href: string; children: string }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      className={
        'inline-flex items-center gap-1.5 break-all text-accent underline-offset-4 ' +
        'hover:underline'
      }
    >
      {children}
      <ExternalLink aria-hidden className="size-3.5 shrink-0" />
    </a>
  );
}
