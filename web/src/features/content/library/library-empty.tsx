import type { ReactNode } from 'react';
import { BookOpen, Lightbulb, type LucideIcon, Mic } from 'lucide-react';
import { Button } from '../../../components/ui/button';
import { EmptyState } from '../../../components/ui/states';
import { contentWords } from '../../../lib/content/content-words';
import type { LibraryKind } from './words';

const kinds: Record<LibraryKind, { icon: LucideIcon; title: string }> = {
  resources: { icon: BookOpen, title: 'Bible study resources will be listed here.' },
  sermons: { icon: Mic, title: 'The sermons of your church will be listed here.' },
  nuggets: { icon: Lightbulb, title: 'Short inspirational videos will be listed here.' },
};

export interface LibraryEmptyProps {
  kind: LibraryKind;
  /** The button that adds an item. */
  add: ReactNode;
  /** Removes the filters; undefined if none are set, so that the list is really empty. */
  onClear?: () => void;
}

/** Shown instead of a grid without rows. */
export default function LibraryEmpty({ kind, add, onClear }: LibraryEmptyProps) {
  const { icon, title } = kinds[kind];
  if (onClear)
    return (
      <EmptyState
        icon={icon}
        title={`No ${contentWords[kind].one} matches these filters.`}
        action={<Button onClick={onClear}>Remove all filters</Button>}
      />
    );
  return <EmptyState icon={icon} title={title} hint="Members see the active ones." action={add} />;
}
