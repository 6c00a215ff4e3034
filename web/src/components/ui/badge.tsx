import { type ReactNode } from 'react';
import { cva, type VariantProps } from 'class-variance-authority';
import { type LucideIcon } from 'lucide-react';

const badge = cva(
  'inline-flex items-center gap-1 align-middle rounded-full px-2 py-0.5 text-label ' +
    'font-medium whitespace-nowrap [&_svg]:size-3.5',
  {
    variants: {
      tone: {
        neutral: 'bg-sunken text-ink-2',
        good: 'bg-good-soft text-good',
        hold: 'bg-hold-soft text-hold',
        bad: 'bg-bad-soft text-bad',
        private: 'bg-private-soft text-private',
        accent: 'bg-accent-soft text-accent',
        open: 'bg-open-soft text-open',
        working: 'bg-working-soft text-working',
      },
    },
    defaultVariants: { tone: 'neutral' },
  },
);

export interface BadgeProps extends VariantProps<typeof badge> {
  /** The meaning is shown by an icon and a word; the color alone must not carry it. */
  icon: LucideIcon;
  children: ReactNode;
}

export function Badge({ tone, icon: Icon, children }: BadgeProps) {
  return (
    <span className={badge({ tone })}>
      <Icon aria-hidden />
      {children}
    </span>
  );
}
