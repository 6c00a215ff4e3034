import { buttonClass } from '../../../components/ui/button';
import { queryString } from '../../../lib/api';

/**
 * A link to the OpenID Connect provider, which leaves the page.
 * @param church the slug of the church to join
 */
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
