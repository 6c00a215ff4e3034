import { Fragment, useRef, useState } from 'react';
import { DropdownMenu as Radix } from 'radix-ui';
import { Check } from 'lucide-react';
import { cn } from '../../../lib/cn';
import type { MenuEntry, MenuProps } from './menu-entries';

const itemClass =
  'relative flex min-h-8 cursor-default items-center gap-2.5 rounded-md px-2 py-1.5 ' +
  'text-grid outline-none select-none touch:min-h-11 data-[disabled]:opacity-50 ' +
  'data-[highlighted]:bg-sunken [&_svg]:size-4 [&_svg]:shrink-0';

const Tick = () => (
  <Radix.ItemIndicator className="absolute left-2 text-accent">
    <Check aria-hidden />
  </Radix.ItemIndicator>
);

/** The opened menu of `Menu`, loaded on demand and opened when it is loaded. */
export default function OpenMenu({
  trigger,
  entries,
  align = 'start',
  byKey,
}: MenuProps & {
  /** The user pressed a key to open the menu before Radix was loaded. */ byKey: boolean;
}) {
  const isFirst = useRef(byKey);
  // Focus the first entry after Radix has focused the menu itself, because Radix saw no key.
  const focusFirst = (menu: HTMLElement | null) => {
    if (!menu || !isFirst.current) return;
    isFirst.current = false;
    setTimeout(() => menu.querySelector<HTMLElement>('[role^=menuitem]')?.focus());
  };
  const [container, setContainer] = useState(findLandmark);
  const chosenEntry = entries.find((entry) => entry.kind === 'choice' && entry.chosen);
  const list = entries.map((entry, index) => <Fragment key={index}>{show(entry)}</Fragment>);
  return (
    <Radix.Root
      modal={false}
      defaultOpen
      onOpenChange={(open) => {
        if (open) setContainer(findLandmark());
      }}
    >
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal container={container}>
        <Radix.Content
          ref={focusFirst}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className={
            'z-50 max-h-[min(420px,var(--radix-dropdown-menu-content-available-height))] ' +
            'min-w-48 animate-fade overflow-y-auto rounded-lg bg-surface p-1 shadow-float'
          }
        >
          {entries.some((entry) => entry.kind === 'choice') ? (
            <Radix.RadioGroup value={chosenEntry?.kind === 'choice' ? chosenEntry.value : ''}>
              {list}
            </Radix.RadioGroup>
          ) : (
            list
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/**
 * The main part of the page, or the dialog in front of it, so that the menu is inside a landmark.
 */
const findLandmark = () =>
  document.querySelector<HTMLElement>('[role=dialog][data-state=open]:not([data-side-panel])') ??
  document.getElementById('content');

function show(entry: MenuEntry) {
  switch (entry.kind) {
    case 'item':
      return (
        <Radix.Item
          className={cn(itemClass, entry.danger ? 'text-bad' : 'text-ink')}
          onSelect={entry.onSelect}
        >
          {entry.icon && <entry.icon aria-hidden />}
          {entry.label}
        </Radix.Item>
      );
    case 'link':
      return (
        <Radix.Item className={itemClass} asChild>
          <a href={entry.href} download={entry.download}>
            {entry.icon && <entry.icon aria-hidden />}
            {entry.label}
          </a>
        </Radix.Item>
      );
    case 'choice':
      return (
        <Radix.RadioItem
          className={cn(itemClass, 'pl-8')}
          value={entry.value}
          onSelect={entry.onSelect}
        >
          <Tick />
          {entry.label}
        </Radix.RadioItem>
      );
    case 'check':
      return (
        <Radix.CheckboxItem
          className={cn(itemClass, 'pl-8')}
          checked={entry.checked}
          onCheckedChange={entry.onChange}
          onSelect={(event) => {
            event.preventDefault(); // The menu stays open, so that the user can change several.
          }}
        >
          <Tick />
          {entry.label}
        </Radix.CheckboxItem>
      );
    case 'label':
      return (
        <Radix.Label className="px-2 pt-1.5 pb-1 text-label font-medium text-ink-3">
          {entry.label}
        </Radix.Label>
      );
    case 'separator':
      return <Radix.Separator className="mx-1 my-1 h-px bg-line" />;
  }
}
