import {
  type KeyboardEvent,
  lazy,
  type Ref,
  Suspense,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { noop } from '@tanstack/react-query';
import { Bold, Heading, Italic, List, ListOrdered, type LucideIcon } from 'lucide-react';
import { cn } from '../../../lib/cn';
import type * as Markdown from '../../../lib/forms/markdown-edit';
import { buttonClass } from '../button';
import type { ControlProps } from './field';
import { controlClass } from './input';
import { Tooltip } from '../overlay/tooltip';

const RichText = lazy(() =>
  import('../rich-text').then((module) => ({ default: module.RichText })),
);

type Edit = typeof Markdown;

/** The functions of the tools, loaded when the user is about to write. */
let edit: Edit | undefined;
const loadEdit = async (): Promise<Edit> =>
  (edit ??= await import('../../../lib/forms/markdown-edit'));

interface Tool {
  name: string;
  icon: LucideIcon;
  /** The key that is pressed with Ctrl or Cmd. With Shift, this is the code of the key. */
  key: string;
  shift: boolean;
  keys: string;
  act: (edit: Edit, area: HTMLTextAreaElement) => Markdown.Change;
}

const marked = ({ value, selectionStart, selectionEnd }: HTMLTextAreaElement) => ({
  text: value,
  from: selectionStart,
  to: selectionEnd,
});
const tools: Tool[] = [
  {
    name: 'Heading',
    icon: Heading,
    key: 'Digit2',
    shift: true,
    keys: 'Ctrl+Shift+2',
    act: (edit, area) => edit.toggleLines(marked(area), 'heading'),
  },
  {
    name: 'Bold',
    icon: Bold,
    key: 'KeyB',
    shift: false,
    keys: 'Ctrl+B',
    act: (edit, area) => edit.toggleMark(marked(area), 'bold'),
  },
  {
    name: 'Italic',
    icon: Italic,
    key: 'KeyI',
    shift: false,
    keys: 'Ctrl+I',
    act: (edit, area) => edit.toggleMark(marked(area), 'italic'),
  },
  {
    name: 'Bulleted list',
    icon: List,
    key: 'Digit8',
    shift: true,
    keys: 'Ctrl+Shift+8',
    act: (edit, area) => edit.toggleLines(marked(area), 'bullets'),
  },
  {
    name: 'Numbered list',
    icon: ListOrdered,
    key: 'Digit7',
    shift: true,
    keys: 'Ctrl+Shift+7',
    act: (edit, area) => edit.toggleLines(marked(area), 'numbers'),
  },
];

/** Changes the text as typing would, so that Ctrl+Z reverts it. */
function apply(area: HTMLTextAreaElement, { from, to, insert, select }: Markdown.Change): void {
  area.focus();
  area.setSelectionRange(from, to);
  // `execCommand` is the only way to change text so that the browser's own undo can revert it.
  /* oxlint-disable typescript/no-deprecated */
  const typed =
    insert === ''
      ? document.execCommand('delete')
      : document.execCommand('insertText', false, insert);
  /* oxlint-enable typescript/no-deprecated */
  if (!typed) {
    area.setRangeText(insert);
    area.dispatchEvent(new globalThis.Event('input', { bubbles: true }));
  }
  area.setSelectionRange(...select);
}

export interface MarkdownEditorProps extends ControlProps {
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  name?: string;
  rows?: number;
  placeholder?: string;
  /** Receives the text field, so that the form can focus it. */
  inputRef?: Ref<{ focus: () => void }>;
}

/** An editor for mini-markdown: a text field with a few tools, and a preview. */
export function MarkdownEditor({
  value,
  onChange,
  onBlur,
  name,
  rows = 8,
  placeholder,
  inputRef,
  ...control
}: MarkdownEditorProps) {
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const toolbar = useRef<HTMLDivElement>(null);
  const [isPreviewShown, setPreviewShown] = useState(false);
  const [active, setActive] = useState(0);
  // The preview may hide the field with the error.
  useImperativeHandle(
    inputRef,
    () => ({
      focus: () => {
        setPreviewShown(false);
        requestAnimationFrame(() => area.current?.focus());
      },
    }),
    [],
  );

  const work = (tool: Tool) =>
    void loadEdit().then(
      (loaded) => area.current && apply(area.current, tool.act(loaded, area.current)),
      noop,
    );
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const field = event.currentTarget;
    const tool =
      (event.ctrlKey || event.metaKey) && !event.altKey
        ? tools.find(({ key, shift }) => key === event.code && shift === event.shiftKey)
        : undefined;
    const stop = () => {
      event.preventDefault();
      event.stopPropagation();
    };
    if (tool) {
      stop();
      work(tool);
    } else if (
      edit &&
      event.key === 'Enter' &&
      !event.shiftKey &&
      !event.ctrlKey &&
      !event.metaKey &&
      !event.nativeEvent.isComposing
    ) {
      const change = edit.continueList(marked(field));
      if (!change) return;
      stop();
      apply(field, change);
    }
  };
  /**
   * Moves between the tools with the arrow keys; Tab stops at the toolbar once (the ARIA toolbar
   * pattern).
   */
  const onToolKey = (event: KeyboardEvent) => {
    const moves: Partial<Record<string, number>> = {
      ArrowRight: active + 1,
      ArrowLeft: active - 1 + tools.length,
      Home: 0,
      End: tools.length - 1,
    };
    const to = moves[event.key];
    if (to === undefined) return;
    event.preventDefault();
    setActive(to % tools.length);
    toolbar.current?.querySelectorAll('button')[to % tools.length]?.focus();
  };
  const tab = (label: string, isHere: boolean, go: () => void) => (
    <button
      type="button"
      aria-pressed={isHere}
      onClick={go}
      className={cn(
        'h-8 rounded-sm px-2 text-grid font-medium touch:h-10',
        isHere
          ? 'bg-surface text-ink shadow-[0_0_0_1px_var(--line-strong)]'
          : 'text-ink-2 hover:text-ink',
      )}
    >
      {label}
    </button>
  );

  return (
    <div
      onFocus={() => void loadEdit().catch(noop)}
      className={cn(
        controlClass,
        'overflow-clip focus-within:border-ink-3',
        control['aria-invalid'] && 'border-bad',
      )}
    >
      <div
        className={
          'flex flex-wrap items-center justify-between gap-x-2 gap-y-1 border-b bg-sunken ' +
          'px-1.5 py-1'
        }
      >
        <div
          ref={toolbar}
          role="toolbar"
          aria-label="Formatting"
          aria-controls={control.id}
          onKeyDown={onToolKey}
          className={cn('flex', isPreviewShown && 'invisible')}
        >
          {tools.map((tool, index) => {
            const { name: label, icon: Icon, keys } = tool;
            return (
              <Tooltip key={label} text={`${label} (${keys})`}>
                <button
                  type="button"
                  aria-label={label}
                  tabIndex={index === active ? 0 : -1}
                  onFocus={() => setActive(index)}
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => work(tool)}
                  className={buttonClass({
                    variant: 'ghost',
                    size: 'icon-sm',
                    className: 'hover:bg-line touch:size-10',
                  })}
                >
                  <Icon aria-hidden className="size-4" />
                </button>
              </Tooltip>
            );
          })}
        </div>
        <div role="group" aria-label="View" className="flex gap-0.5">
          {tab('Write', !isPreviewShown, () => setPreviewShown(false))}
          {tab('Preview', isPreviewShown, () => setPreviewShown(true))}
        </div>
      </div>
      <textarea
        {...control}
        ref={area}
        name={name}
        rows={rows}
        hidden={isPreviewShown}
        placeholder={placeholder}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onBlur}
        onKeyDown={onKeyDown}
        className={
          'block max-h-[60vh] w-full resize-y bg-transparent px-3 py-2 ' +
          'outline-offset-[-2px] [field-sizing:content]'
        }
        style={{ minHeight: `${rows * 20 + 16}px` }}
      />
      {isPreviewShown && (
        <div
          id={`${id}-preview`}
          role="region"
          aria-label="Preview"
          tabIndex={0}
          className="max-h-[60vh] overflow-y-auto px-3 py-2 outline-offset-[-2px]"
          style={{ minHeight: `${rows * 20 + 16}px` }}
        >
          {value.trim() === '' ? (
            <p className="text-ink-2">Nothing to preview yet.</p>
          ) : (
            <Suspense>
              <RichText text={value} level={3} />
            </Suspense>
          )}
        </div>
      )}
    </div>
  );
}
