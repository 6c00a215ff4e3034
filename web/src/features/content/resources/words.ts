import { BookOpen, FileText, Headphones, type LucideIcon, Video } from 'lucide-react';
import type { Resource } from '#libs/contracts';
import { skillLabels, topicLabels, typeLabels } from '../../../lib/choice-labels';

export const typeIcons: Record<Resource['resourceType'], LucideIcon> = {
  video: Video,
  audio: Headphones,
  article: FileText,
  book: BookOpen,
};

/** Returns a description: `Video · Beginner · Prayer · 15 min`. */
export const describe = (resource: Resource): string =>
  [
    typeLabels[resource.resourceType],
    skillLabels[resource.skillLevel],
    topicLabels[resource.topic],
    `${resource.durationMinutes} min`,
  ].join(' · ');
