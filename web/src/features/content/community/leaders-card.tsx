import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { UsersRound } from 'lucide-react';
import type { SiteImage } from '#libs/contracts';
import { Card } from '../../../components/ui/card';
import { Skeleton } from '../../../components/ui/skeleton';
import { EmptyState } from '../../../components/ui/states';
import { leadersQuery } from '../../../lib/queries/member-content';

/** The leaders of the church, with name and office. */
export function LeadersCard() {
  const { data: leaders } = useQuery(leadersQuery);
  return (
    <Card title="Church Leadership" icon={<UsersRound aria-hidden className="text-ink-3" />}>
      {leaders ? (
        <Leaders leaders={leaders} />
      ) : (
        <div className="grid grid-cols-2 gap-6 sm:grid-cols-3 lg:grid-cols-4">
          <Skeleton className="aspect-square w-full" />
          <Skeleton className="aspect-square w-full" />
        </div>
      )}
    </Card>
  );
}

function Leaders({ leaders }: { leaders: readonly SiteImage[] }) {
  if (leaders.length === 0)
    return (
      <EmptyState
        icon={UsersRound}
        title="Leadership information will be displayed here once uploaded by administrators."
      />
    );
  return (
    <ul className="grid grid-cols-2 gap-x-4 gap-y-6 sm:grid-cols-3 sm:gap-x-6 lg:grid-cols-4">
      {leaders.map((leader) => (
        <li key={leader.id} className="min-w-0">
          <Portrait leader={leader} />
          <h3 className="mt-3 font-medium break-words">{leader.title}</h3>
          {leader.description && (
            <p className="mt-0.5 text-ink-2 break-words">{leader.description}</p>
          )}
        </li>
      ))}
    </ul>
  );
}

function Portrait({ leader }: { leader: SiteImage }) {
  const [isBroken, setBroken] = useState(false);
  return (
    <div
      className={
        'grid aspect-square place-items-center overflow-hidden rounded-lg bg-accent-soft ' +
        'text-figure text-accent'
      }
    >
      {isBroken ? (
        <span aria-hidden>{leader.title.charAt(0)}</span>
      ) : (
        <img
          src={leader.imageUrl}
          alt=""
          width={400}
          height={400}
          loading="lazy"
          className="size-full object-cover"
          onError={() => setBroken(true)}
        />
      )}
    </div>
  );
}
