// The choices of the forms and filters of the library.

export const nuggetTagSuggestions = [
  'Faith',
  'Hope',
  'Love',
  'Grace',
  'Salvation',
  'Prayer',
  'Forgiveness',
  'Discipleship',
  'Wisdom',
  'Peace',
  'Family',
  'Worship',
  'Gospel',
  'Spiritual Growth',
  'Leadership',
];

export const choicesOf = <Value extends string>(labels: Record<Value, string>) =>
  (Object.keys(labels) as Value[]).map((value) => ({ value, label: labels[value] }));

export const libraryKinds = ['resources', 'sermons', 'nuggets'] as const;
export type LibraryKind = (typeof libraryKinds)[number];
