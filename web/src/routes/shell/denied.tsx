import { Link } from '@tanstack/react-router';
import { Lock } from 'lucide-react';
import { Button } from '../../components/ui/button';
import { Page } from '../../components/ui/page';
import { type AccessDeniedError } from '../../lib/guard';

export default function Denied({ error }: { error: AccessDeniedError }) {
  return (
    <Page>
      <div role="alert" className="mx-auto flex max-w-md flex-col items-center py-16 text-center">
        <span className="mb-4 grid size-12 place-items-center rounded-full bg-sunken text-ink-2">
          <Lock aria-hidden className="size-5" />
        </span>
        <h1 tabIndex={-1} data-page-heading className="text-title">
          {error.heading}
        </h1>
        <p className="mt-2 text-ink-2">{error.message}</p>
        <Button asChild className="mt-6">
          <Link to="/">Back to the dashboard</Link>
        </Button>
      </div>
    </Page>
  );
}
