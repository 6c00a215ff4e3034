import { ExternalLink } from 'lucide-react';
import { videoOf } from '#libs/contracts';
import { TagList } from '../../../components/content/content-columns';
import { Picture } from '../../../components/ui/picture';
import { RichText } from '../../../components/ui/rich-text';
import type { StudyValues } from './study-values';

/** The preview of a Bible study as members will read it. */
export default function StudyPreview({
  values: { title, content, tags, videoUrl, studyResources, onlineTools },
  pictureUrl,
}: {
  values: StudyValues;
  pictureUrl: string | null;
}) {
  const lines = studyResources.split('\n').filter((line) => line.trim() !== '');
  const tools = onlineTools.filter(({ name, url }) => name.trim() !== '' && url.trim() !== '');
  return (
    <article
      className="max-h-[70vh] space-y-3 overflow-y-auto rounded-lg border bg-surface p-4"
      tabIndex={0}
      aria-label="The study as members see it"
    >
      {videoOf(videoUrl) && (
        <Picture url={pictureUrl} seed={title} sizes="320px" className="rounded-md" />
      )}
      <h3 className="text-card break-words">{title || 'Title'}</h3>
      {tags.length > 0 && <TagList tags={tags} />}
      {content.trim() === '' ? (
        <p className="text-ink-2">What you write appears here.</p>
      ) : (
        <RichText text={content} level={3} />
      )}
      {lines.length > 0 && (
        <section>
          <h4 className="font-semibold">Study resources</h4>
          <ul className="list-disc pl-5 break-words">
            {lines.map((line, index) => (
              <li key={index}>{line}</li>
            ))}
          </ul>
        </section>
      )}
      {tools.length > 0 && (
        <section>
          <h4 className="font-semibold">Online tools</h4>
          <ul>
            {tools.map(({ name }, index) => (
              <li key={index} className="flex items-center gap-1.5 text-accent">
                <ExternalLink aria-hidden className="size-3.5 shrink-0" />
                <span className="min-w-0 break-words">{name}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </article>
  );
}
