import { Link, useRouterState } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { portalAccessOf } from '#libs/contracts';
import { Button } from '../../components/ui/button';
import { queryString } from '../../lib/api';
import { userQuery } from '../../lib/queries/user';
import { PublicFrame } from './public-frame';

/** Shown for every path that is no page for this user. */
export default function NotFoundPage() {
  const href = useRouterState({ select: (state) => state.location.href });
  const { data: user } = useQuery(userQuery);
  const page = (
    <div className="mx-auto flex max-w-md flex-col items-center px-4 py-24 text-center">
      <h1 tabIndex={-1} data-page-heading className="text-title">
        404 Page Not Found
      </h1>
      <p className="mt-2 text-ink-2">Did you forget to add the page to the router?</p>
      <div className="mt-6 flex gap-2">
        <Button asChild variant={user ? 'primary' : 'secondary'}>
          <Link to="/">Back to the start page</Link>
        </Button>
        {!user && (
          <Button asChild variant="primary">
            <a href={`/api/login${queryString({ next: href })}`}>Sign In</a>
          </Button>
        )}
      </div>
    </div>
  );
  // Approved users already have the shell around the page.
  return user && portalAccessOf(user) === 'open' ? page : <PublicFrame>{page}</PublicFrame>;
}
