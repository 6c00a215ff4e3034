import { Link } from '@tanstack/react-router';
import { Copy, EllipsisVertical, Printer } from 'lucide-react';
import type { Resource } from '#libs/contracts';
import { Button } from '../../../components/ui/button';
import { cardLinkClass, MediaCard } from '../../../components/content/media-card';
import { Menu } from '../../../components/ui/overlay/menu';
import { compactCardSizes, Picture } from '../../../components/ui/picture';
import { Progress } from '../../../components/ui/progress';
import { copy } from '../../../lib/browser/clipboard';
import { sayOpened, useOpenResource } from './open-resource';
import { useProgress } from './progress';
import { ProgressButton } from './progress-button';
import { describe, typeIcons } from './words';

export function ResourceCard({
  resource,
  eager,
  level = 3,
}: {
  resource: Resource;
  eager?: boolean;
  level?: 2 | 3;
}) {
  const progress = useProgress()?.get(resource.id)?.progress ?? 0;
  const open = useOpenResource();
  const Icon = typeIcons[resource.resourceType];
  return (
    <MediaCard
      id={resource.id}
      level={level}
      picture={
        <Picture
          url={resource.pictureUrl}
          seed={resource.id}
          sizes={compactCardSizes}
          {...(eager ? { eager } : {})}
        >
          {progress > 0 && (
            <Progress
              value={Math.min(100, progress)}
              label={`Progress with ${resource.title}`}
              className="absolute inset-x-0 bottom-0 h-1 rounded-none"
            />
          )}
        </Picture>
      }
      meta={
        <span className="flex items-center gap-1.5">
          <Icon aria-hidden className="size-3.5 shrink-0 max-sm:hidden" />
          <span className="max-sm:truncate">{describe(resource)}</span>
        </span>
      }
      title={
        <Link
          to="/resources"
          search={(now) => ({ ...now, study: undefined, open: resource.id })}
          state={{ isOpened: true }}
          data-opens={resource.id}
          className={cardLinkClass}
          onClick={() => sayOpened(resource)}
        >
          {resource.title}
        </Link>
      }
      menu={
        <Menu
          align="end"
          trigger={
            <Button variant="ghost" size="icon-sm" aria-label={`More for ${resource.title}`}>
              <EllipsisVertical aria-hidden className="size-4" />
            </Button>
          }
          entries={[
            {
              kind: 'item',
              label: 'Copy title',
              icon: Copy,
              onSelect: () => void copy(resource.title, resource.title),
            },
            { kind: 'item', label: 'Print', icon: Printer, onSelect: () => open(resource, true) },
          ]}
        />
      }
      description={resource.description}
      action={<ProgressButton resource={resource} />}
    />
  );
}
