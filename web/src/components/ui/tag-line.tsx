/** Shows tags without emphasis: all of them, or the first `most`. */
export function TagLine({ tags, most = tags.length }: { tags: readonly string[]; most?: number }) {
  if (tags.length === 0) return null;
  return (
    <ul aria-label="Tags" className="flex flex-wrap gap-1.5">
      {tags.slice(0, most).map((tag) => (
        <li
          key={tag}
          className="max-w-full truncate rounded-full bg-sunken px-2 py-0.5 text-label text-ink-2"
        >
          {tag}
        </li>
      ))}
    </ul>
  );
}
