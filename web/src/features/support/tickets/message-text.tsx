const escape = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The text of a message. The names of mentioned users are marked. */
export function MessageText({ text, mentions }: { text: string; mentions: readonly string[] }) {
  const names = [...mentions].sort((a, b) => b.length - a.length).map(escape);
  const parts =
    names.length === 0 ? [text] : text.split(new RegExp(`(@(?:${names.join('|')}))`, 'i'));
  return (
    <p className="prose-width break-words whitespace-pre-line">
      {parts.map((part, index) =>
        index % 2 === 1 ? (
          <mark key={index} className="rounded-sm bg-accent-soft px-0.5 font-medium text-accent">
            {part}
          </mark>
        ) : (
          part
        ),
      )}
    </p>
  );
}
