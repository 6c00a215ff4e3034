import { Tag } from 'lucide-react';
import type { TicketCategory, TicketPriority, TicketStatus } from '#libs/contracts';
import { Badge } from '../../../components/ui/badge';
import { priorityLooks, statusLooks } from './looks';
import { categoryLabels, priorityLabels, statusLabels } from './words';

export const StatusBadge = ({ status }: { status: TicketStatus }) => (
  <Badge {...statusLooks[status]}>{statusLabels[status]}</Badge>
);
export const PriorityBadge = ({ priority }: { priority: TicketPriority }) => (
  <Badge {...priorityLooks[priority]}>{priorityLabels[priority]}</Badge>
);
export const CategoryBadge = ({ category }: { category: TicketCategory }) => (
  <Badge icon={Tag}>{categoryLabels[category]}</Badge>
);
