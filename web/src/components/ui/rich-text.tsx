import { Fragment, type ReactNode } from 'react';
import { cn } from '../../lib/cn';
import { type Block, readRichText, type Span } from '../../lib/content/rich-text';

const spansOf = (spans: Span[]): ReactNode =>
  spans.map(({ text, bold, italic }, index) => {
    const inner = italic ? <em>{text}</em> : text;
    return (
      <Fragment key={index}>
        {bold ? <strong className="font-semibold">{inner}</strong> : inner}
      </Fragment>
    );
  });

const linesOf = (lines: Span[][]): ReactNode =>
  lines.map((line, index) => (
    <Fragment key={index}>
      {index > 0 && <br />}
      {spansOf(line)}
    </Fragment>
  ));

/**
 * Renders one block. Without a larger heading above it (`isBelow`), a small heading takes the
 * larger level, so that no heading level is skipped.
 */
function BlockView({ block, level, isBelow }: { block: Block; level: 2 | 3; isBelow: boolean }) {
  const Large = level === 2 ? 'h2' : 'h3';
  const belowLarge = level === 2 ? 'h3' : 'h4';
  const Small = isBelow ? belowLarge : Large;
  switch (block.kind) {
    case 'heading':
      return (
        <Large className="pt-2 text-[1.2em] leading-snug font-semibold">
          {linesOf(block.lines)}
        </Large>
      );
    case 'subheading':
      return <Small className="pt-1 font-semibold">{linesOf(block.lines)}</Small>;
    case 'paragraph':
      return <p>{linesOf(block.lines)}</p>;
    case 'space':
      return <div aria-hidden className="h-3" />;
    default: {
      const List = block.kind === 'bullets' ? 'ul' : 'ol';
      return (
        <List
          className={cn('space-y-1 pl-6', block.kind === 'bullets' ? 'list-disc' : 'list-decimal')}
          {...(block.kind === 'numbers' ? { start: block.start } : {})}
        >
          {block.items.map((item, index) => (
            <li key={index}>{spansOf(item)}</li>
          ))}
        </List>
      );
    }
  }
}

/**
 * Renders mini-markdown.
 * @param level the level of the larger headings, one below the heading over the text
 */
export function RichText({
  text,
  level = 2,
  className,
}: {
  text: string;
  level?: 2 | 3;
  className?: string;
}) {
  const blocks = readRichText(text);
  const firstLarge = blocks.findIndex(({ kind }) => kind === 'heading');
  return (
    <div className={cn('space-y-3 break-words', className)}>
      {blocks.map((block, index) => (
        <BlockView
          key={index}
          block={block}
          level={level}
          isBelow={firstLarge !== -1 && firstLarge < index}
        />
      ))}
    </div>
  );
}
