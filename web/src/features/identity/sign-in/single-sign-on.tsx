import { buttonClass } from '../../../components/ui/button';
import { queryString } from '../../../lib/api';

/** Leaves for the provider, by a navigation of the whole page. `church`: the slug of the one to join. */
export function SingleSignOn({
  next,
  church,
}: {
  next?: string | undefined;
  church?: string | undefined;
}) {
  return (
    <>
      <a
        href={`/api/login${queryString({ next, church })}`}
        className={buttonClass({ className: 'w-full' })}
      >
        Continue with single sign-on
      </a>
      <p className="my-4 text-center text-ink-2">or with a password</p>
    </>
  );
}
