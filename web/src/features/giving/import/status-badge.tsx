import {
  CircleAlert,
  CircleCheck,
  CircleDashed,
  Hourglass,
  type LucideIcon,
  Undo2,
} from 'lucide-react';
import type { ImportStatus } from '#libs/contracts';
import { Badge, type BadgeProps } from '../../../components/ui/badge';

const looks: Record<ImportStatus, [string, BadgeProps['tone'], LucideIcon]> = {
  needs_mapping: ['Needs columns', 'hold', CircleDashed],
  ready: ['Needs review', 'hold', CircleDashed],
  committing: ['Importing', 'accent', Hourglass],
  committed: ['Imported', 'good', CircleCheck],
  undoing: ['Being undone', 'accent', Hourglass],
  undone: ['Undone', 'neutral', Undo2],
  failed: ['Not finished', 'bad', CircleAlert],
};

export function StatusBadge({ status }: { status: ImportStatus }) {
  const [word, tone, icon] = looks[status];
  return (
    <Badge tone={tone} icon={icon}>
      {word}
    </Badge>
  );
}
