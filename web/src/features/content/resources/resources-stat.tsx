import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { GraduationCap } from 'lucide-react';
import { Stat } from '../../../components/ui/stat';
import { formatCount } from '../../../lib/format';
import { polledUserResourcesQuery, resourceCountsQuery } from '../../../lib/queries/member-content';

/** The number of resources that the user has opened, and their share of all resources. */
export function ResourcesStat() {
  const opened = useQuery(polledUserResourcesQuery);
  const { data: counts, error } = useQuery(resourceCountsQuery);
  const share = counts && counts.total > 0 ? Math.round((counts.accessed / counts.total) * 100) : 0;
  const openedCount =
    opened.data && formatCount(opened.data.filter(({ progress }) => progress > 0).length);
  const missingCount = opened.error ? '–' : undefined;
  const linkText = error ? 'Could not be loaded' : 'See all resources';
  return (
    <Stat
      label="Your Resources"
      icon={GraduationCap}
      value={openedCount ?? missingCount}
      hint={
        <Link to="/resources" className="text-accent underline-offset-4 hover:underline">
          {counts ? `${share}% accessed` : linkText}
        </Link>
      }
    />
  );
}
