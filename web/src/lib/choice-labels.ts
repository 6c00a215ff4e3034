import type { Announcement, Resource } from '#libs/contracts';
import type { BrothersTag, NuggetCategory } from './choices';

// The types require a label for each value of the contracts.
export const topicLabels: Record<Resource['topic'], string> = {
  'bible-study': 'Bible Study',
  prayer: 'Prayer',
  discipleship: 'Discipleship',
  theology: 'Theology',
  worship: 'Worship',
  evangelism: 'Evangelism',
};
export const skillLabels: Record<Resource['skillLevel'], string> = {
  beginner: 'Beginner',
  intermediate: 'Intermediate',
  advanced: 'Advanced',
};
export const typeLabels: Record<Resource['resourceType'], string> = {
  video: 'Video',
  audio: 'Audio',
  article: 'Article',
  book: 'Book',
};
export const categoryLabels: Record<NuggetCategory, string> = {
  inspirational: 'Inspirational',
  teaching: 'Teaching',
  worship: 'Worship',
  testimony: 'Testimony',
};
export const brothersTagLabels: Record<BrothersTag, string> = {
  wisdom: 'Wisdom',
  understanding: 'Understanding',
  principle: 'Principle',
  promise: 'Promise',
  precept: 'Precept',
};
export const priorityLabels: Record<Announcement['priority'], string> = {
  high: 'High priority',
  normal: 'Normal',
  low: 'Low priority',
};
