import { Link } from '@tanstack/react-router';
import type { Storage } from '#libs/contracts';
import { Alert } from '../../../components/ui/alert';
import { formatBytes } from '../../../lib/forms/file-kinds';

/** Says that the plan's storage is nearly used up. Few churches ever see it. */
export default function FullNote({ room }: { room: Storage }) {
  return (
    <Alert>
      Your files take {formatBytes(room.used)} of the {formatBytes(room.limit)} that your plan has
      room for. Please delete what is not needed anymore, also from the{' '}
      <Link to="/admin/trash" className="underline underline-offset-4">
        trash
      </Link>
      , or choose a larger plan.
    </Alert>
  );
}
