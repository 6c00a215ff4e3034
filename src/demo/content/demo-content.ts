/**
 * The published content of a demo church. All texts were written for the demo, and the churches are
 * invented.
 */
export interface DemoContent {
  about: string;
  eventLocation: string;
  leaders: { title: string; description: string }[];
  faq: { question: string; answer: string }[];
  /** the newest first; their dates are the last Sundays before today */
  sermons: {
    title: string;
    description: string;
    preacher: string;
    tags: string[];
    hasAudio: boolean;
    minutes: number;
  }[];
  resources: object[];
  nuggets: {
    title: string;
    description: string;
    category: string;
    tags: string[];
    durationSeconds: number;
  }[];
  studies: {
    title: string;
    content: string;
    tags: string[];
    studyResources: string[];
    onlineTools: { name: string; url: string }[];
  }[];
  brothers: { title: string; description: string; content: string; tags: string[] }[];
  /** `inDays` is the number of days from today; `recurrence` is the rule of a series */
  events: {
    title: string;
    description: string;
    inDays: number;
    time: string;
    location: string;
    recurrence?: string;
    durationMinutes?: number;
    isHighlighted?: boolean;
  }[];
  announcements: {
    title: string;
    content: string;
    priority: 'high' | 'normal' | 'low';
    inDays: number | null;
  }[];
}

/**
 * Returns sermons of one preacher.
 * @param lines `title | tags, separated by commas | description`, the newest sermon first
 */
export const preached = (preacher: string, lines: string[]): DemoContent['sermons'] =>
  lines.map((line, index) => {
    const [title, tags, description] = line.split(' | ') as [string, string, string];
    return {
      title,
      description,
      preacher,
      tags: tags.split(', '),
      hasAudio: index < 5,
      minutes: 24 + ((index * 7) % 15),
    };
  });

/** Returns a resource that is an article. `durationMinutes` is the time that reading takes. */
export const article = (
  title: string,
  topic: string,
  skillLevel: string,
  durationMinutes: number,
  description: string,
  content: string,
) => ({ title, topic, skillLevel, durationMinutes, description, content, resourceType: 'article' });
