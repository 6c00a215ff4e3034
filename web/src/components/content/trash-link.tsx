import { Link } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { buttonClass } from '../ui/button';

/** A link to the deleted content. On phones only its icon is visible. */
export function TrashLink() {
  return (
    <Link
      to="/admin/trash"
      data-narrow
      className={buttonClass({ className: 'max-sm:w-control max-sm:px-0' })}
    >
      <Trash2 aria-hidden className="size-4" />
      <span className="max-sm:sr-only">Trash</span>
    </Link>
  );
}
