import {
  Archive,
  ArrowDown,
  ArrowUp,
  CircleAlert,
  CircleCheck,
  CircleDot,
  Clock,
  Equal,
  type LucideIcon,
} from 'lucide-react';
import type { TicketPriority, TicketStatus } from '#libs/contracts';
import type { BadgeProps } from '../../../components/ui/badge';

type Look = { icon: LucideIcon; tone: NonNullable<BadgeProps['tone']> };

export const statusLooks: Record<TicketStatus, Look> = {
  open: { icon: CircleDot, tone: 'open' },
  in_progress: { icon: Clock, tone: 'working' },
  resolved: { icon: CircleCheck, tone: 'good' },
  closed: { icon: Archive, tone: 'neutral' },
};

export const priorityLooks: Record<TicketPriority, Look> = {
  low: { icon: ArrowDown, tone: 'neutral' },
  medium: { icon: Equal, tone: 'neutral' },
  high: { icon: ArrowUp, tone: 'hold' },
  urgent: { icon: CircleAlert, tone: 'bad' },
};

/** The colors of the icon before a subject. */
export const statusColours: Record<TicketStatus, string> = {
  open: 'text-open',
  in_progress: 'text-working',
  resolved: 'text-good',
  closed: 'text-ink-3',
};
