import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { Dialog as Radix } from 'radix-ui';
import { X } from 'lucide-react';
import { keepOpenForSuggestions } from '../../../lib/browser/escape-under-toast';
import { useCloseOnBack } from '../../../lib/browser/use-close-on-back';
import { useMedia } from '../../../lib/browser/use-media';
import { buttonClass } from '../button';
import { overlayClass } from './dialog';

export interface SidePanelProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  /** Buttons for the item in the panel. */
  footer?: ReactNode;
  children: ReactNode;
}

/**
 * A panel of 480 px at the right with the details of a grid's row. On wide screens it does not take
 * the focus: the page makes room for it, the grid stays usable, and its arrow keys move the panel
 * to the next row. Below 1280 px the panel would cover the page, so it is modal.
 */
export function SidePanel({ open, onClose, title, description, footer, children }: SidePanelProps) {
  const isWide = useMedia('(min-width: 1280px)');
  useCloseOnBack(open, onClose);
  // Radix sends Escape only to the topmost layer, and a toast is one. Handle it here, so that one
  // press closes the panel.
  const onEscape = useEffectEvent((event: KeyboardEvent) => {
    const focusedField = (event.target as HTMLElement).closest('input, textarea, select');
    const overlayInFront = document.querySelector(
      '[role=dialog]:not([data-side-panel]), [role=alertdialog], [role=menu]',
    );
    if (event.key === 'Escape' && !focusedField && !overlayInFront) onClose();
  });
  useEffect(() => {
    if (!open) return;
    document.addEventListener('keydown', onEscape);
    return () => {
      document.removeEventListener('keydown', onEscape);
    };
  }, [open]);

  return (
    <Radix.Root
      open={open}
      modal={!isWide}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
    >
      <Radix.Portal>
        {!isWide && <Radix.Overlay className={overlayClass} />}
        <Radix.Content
          data-side-panel
          data-noprint
          {...(description ? {} : { 'aria-describedby': undefined })}
          onEscapeKeyDown={keepOpenForSuggestions}
          onOpenAutoFocus={(event) => {
            if (isWide) event.preventDefault();
          }}
          onInteractOutside={(event) => {
            if (isWide) event.preventDefault();
          }}
          onCloseAutoFocus={(event) => {
            const row = document.querySelector<HTMLElement>('[role=grid] [tabindex="0"]');
            if (isWide && row) {
              event.preventDefault();
              row.focus();
            }
          }}
          className={
            'fixed inset-y-0 right-0 z-40 flex w-full max-w-[480px] animate-slide-in ' +
            'pr-[env(safe-area-inset-right)] pb-[env(safe-area-inset-bottom)] ' +
            'flex-col border-l bg-surface outline-none max-xl:shadow-float'
          }
        >
          <div className="flex items-start justify-between gap-4 border-b px-5 py-4">
            <div className="min-w-0">
              <Radix.Title tabIndex={-1} className="text-card">
                {title}
              </Radix.Title>
              {description && (
                <Radix.Description className="mt-0.5 text-ink-2">{description}</Radix.Description>
              )}
            </div>
            <Radix.Close
              aria-label="Close details"
              className={buttonClass({ variant: 'ghost', size: 'icon-sm', className: '-mr-1.5' })}
            >
              <X aria-hidden className="size-4.5" />
            </Radix.Close>
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto px-5 py-5">{children}</div>
          {footer && <div className="flex flex-wrap gap-2 border-t px-5 py-3.5">{footer}</div>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
