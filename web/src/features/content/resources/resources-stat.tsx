import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { GraduationCap } from 'lucide-react';
import { Stat } from '../../../components/stat';
import { formatCount } from '../../../lib/format';
import { newestResourcesQuery, polledUserResourcesQuery } from '../../../lib/queries/shown';

/** How many resources the person has opened, and what share that is: of all where six are all there are, else of the newest six. */
export function ResourcesStat() {
  const opened = useQuery(polledUserResourcesQuery);
  const newest = useQuery(newestResourcesQuery);
  const ids = new Set(opened.data?.filter(({ progress }) => progress > 0).map(({ resourceId }) => resourceId));
  const among = newest.data?.body ?? [];
  const share = among.length === 0 ? 0 : Math.round((among.filter(({ id }) => ids.has(id)).length / among.length) * 100);
  const isAll = newest.data?.next === null;
  return (
    <Stat
      label="Your Resources"
      icon={GraduationCap}
      value={opened.data ? formatCount(ids.size) : opened.error ? '–' : undefined}
      hint={
        <Link to="/resources" className="text-accent underline-offset-4 hover:underline">
          {opened.error && !opened.data ? 'Could not be loaded' : isAll ? `${share}% accessed` : `${share}% accessed of the newest`}
        </Link>
      }
    />
  );
}
