import { Link } from '@tanstack/react-router';
import { TriangleAlert } from 'lucide-react';
import type { Standing } from '#libs/contracts';

/**
 * A banner for staff about a problem of the church's subscription. Users who may pay also see a
 * link.
 */
export default function SubscriptionBanner({
  standing,
  mayPay,
}: {
  standing: Standing;
  mayPay: boolean;
}) {
  return (
    <div
      role="status"
      data-noprint
      className="flex items-start gap-2.5 border-b bg-hold-soft px-4 py-2.5 text-hold sm:px-8"
    >
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <p>
        {standing.notice}
        {standing.canPay && mayPay && (
          <>
            {' '}
            <Link to="/subscribe" className="font-medium underline underline-offset-4">
              Go to the subscription
            </Link>
          </>
        )}
      </p>
    </div>
  );
}
