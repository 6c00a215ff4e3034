import { CircleAlert } from 'lucide-react';
import { explain } from '../../lib/api';

/** Above the button: why the whole form was refused. */
export function FormError({ error }: { error: unknown }) {
  return (
    <p role="alert" className="flex items-start gap-2 rounded-md bg-bad-soft px-3 py-2.5 text-bad">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      {explain(error)}
    </p>
  );
}
