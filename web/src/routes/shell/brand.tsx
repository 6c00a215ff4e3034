import { useQuery } from '@tanstack/react-query';
import { churchNameOf } from '../../lib/church';
import { defaultLogo, logoQuery } from '../../lib/queries/logo';
import { settingsQuery } from '../../lib/queries/settings';
import { cn } from '../../lib/cn';

/** The logo and the name of the church. */
export function Brand({ className, compact }: { className?: string; compact?: boolean }) {
  const { data: logo } = useQuery(logoQuery);
  const { data: settings } = useQuery(settingsQuery);
  return (
    <span className={cn('flex min-w-0 items-center gap-2.5', className)}>
      <img
        src={logo ?? defaultLogo}
        alt=""
        className="size-8 shrink-0 rounded-md object-contain"
        onError={(event) => {
          if (!event.currentTarget.src.endsWith(defaultLogo)) event.currentTarget.src = defaultLogo;
        }}
      />
      <span className={cn('line-clamp-2 leading-5 font-semibold', compact && 'text-body')}>
        {churchNameOf(settings)}
      </span>
    </span>
  );
}
