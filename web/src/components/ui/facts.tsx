import type { ReactNode } from 'react';

export interface Fact {
  label: string;
  value: ReactNode;
}

/** A list of facts about an item, in its side panel. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="mt-5 grid grid-cols-[120px_1fr] gap-x-4 gap-y-2.5">
      {facts.map(({ label, value }) => (
        <div key={label} className="contents">
          <dt className="text-ink-2">{label}</dt>
          <dd className="min-w-0 break-words whitespace-pre-line">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
