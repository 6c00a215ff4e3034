import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import type { User } from '#libs/contracts';
import { buttonClass } from '../../components/ui/button';
import { overlayClass } from '../../components/ui/overlay/dialog';
import { useCloseOnBack } from '../../lib/browser/use-close-on-back';
import { useDialogFocus } from '../../lib/browser/use-dialog-focus';
import { SidebarContent } from './sidebar-content';

/**
 * The menu on a phone. It opens at the entry of the current page, and closes with its button, a
 * click on the backdrop, and when a link is chosen.
 */
export default function Drawer({
  user,
  open,
  onOpenChange,
}: {
  user: User;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const focus = useDialogFocus('[aria-current=page]');
  useCloseOnBack(open, () => onOpenChange(false));
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className={overlayClass} />
        <Dialog.Content
          aria-describedby={undefined}
          {...focus}
          className={
            'fixed inset-y-0 left-0 z-50 flex w-72 max-w-[85vw] animate-slide-left ' +
            'flex-col bg-surface pb-[env(safe-area-inset-bottom)] ' +
            'pl-[env(safe-area-inset-left)] shadow-float outline-none'
          }
        >
          <Dialog.Title className="sr-only">Menu</Dialog.Title>
          <Dialog.Close
            aria-label="Close menu"
            className={buttonClass({
              variant: 'ghost',
              size: 'icon',
              className: 'absolute top-2.5 right-2',
            })}
          >
            <X aria-hidden className="size-5" />
          </Dialog.Close>
          <SidebarContent
            user={user}
            onNavigate={() => {
              onOpenChange(false);
            }}
          />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
