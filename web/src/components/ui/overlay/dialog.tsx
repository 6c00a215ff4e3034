import { type ReactNode, type SubmitEventHandler, useState } from 'react';
import { AlertDialog, Dialog as Radix } from 'radix-ui';
import { X } from 'lucide-react';
import { cn } from '../../../lib/cn';
import { closeOnEscape } from '../../../lib/browser/escape-under-toast';
import { useCloseOnBack } from '../../../lib/browser/use-close-on-back';
import { useDialogFocus } from '../../../lib/browser/use-dialog-focus';
import { Button, buttonClass, type ButtonProps } from '../button';
import { CannotSaveNotice } from '../form/cannot-save-notice';

export const overlayClass = 'fixed inset-0 z-40 animate-fade bg-zinc-950/45 dark:bg-black/65';

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  /** True if closing would lose what was typed. The dialog then asks before it closes. */
  dirty?: boolean;
  size?: 'sm' | 'md' | 'lg';
  /** The name of the field that has the focus first. Without it, it is the first field. */
  firstField?: string | undefined;
  children: ReactNode;
}

/** A dialog in the middle of the page; on phones a sheet from the bottom. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  dirty = false,
  size = 'md',
  firstField,
  children,
}: DialogProps) {
  const [isAsking, setAsking] = useState(false);
  const focus = useDialogFocus(
    firstField === undefined
      ? 'form :is(input, textarea, select):not([type=hidden], [tabindex="-1"], :disabled)'
      : `form [name=${firstField}]`,
  );
  const change = (next: boolean) => {
    if (!next && dirty) setAsking(true);
    else onOpenChange(next);
  };
  useCloseOnBack(open, () => change(false));
  return (
    <Radix.Root open={open} onOpenChange={change}>
      <Radix.Portal>
        <Radix.Overlay className={overlayClass} />
        <Radix.Content
          {...(description ? {} : { 'aria-describedby': undefined })}
          {...focus}
          {...closeOnEscape(() => change(false))}
          className={cn(
            'fixed z-50 flex max-h-[calc(100dvh-24px)] flex-col bg-surface shadow-float ' +
              'outline-none motion-safe:animate-rise',
            'inset-x-0 bottom-0 rounded-t-xl sm:inset-x-auto sm:top-[50%] ' +
              'sm:bottom-auto sm:left-[50%] sm:max-h-[calc(100dvh-64px)] ' +
              'sm:w-[calc(100vw-32px)] sm:translate-[-50%] sm:rounded-xl',
            size === 'sm' && 'sm:max-w-md',
            size === 'md' && 'sm:max-w-xl',
            size === 'lg' && 'sm:max-w-3xl',
          )}
        >
          <div className="flex items-start justify-between gap-4 px-5 pt-5 pb-4">
            <div>
              <Radix.Title className="text-card">{title}</Radix.Title>
              {description && (
                <Radix.Description className="mt-1 text-ink-2">{description}</Radix.Description>
              )}
            </div>
            <Radix.Close
              aria-label="Close"
              className={buttonClass({
                variant: 'ghost',
                size: 'icon-sm',
                className: '-mt-1 -mr-1.5',
              })}
            >
              <X aria-hidden className="size-4.5" />
            </Radix.Close>
          </div>
          {children}
        </Radix.Content>
      </Radix.Portal>
      <ConfirmLeave
        open={isAsking}
        onKeep={() => setAsking(false)}
        onLeave={() => {
          setAsking(false);
          onOpenChange(false);
        }}
      />
    </Radix.Root>
  );
}

/** Asks before unsaved changes are lost. */
export function ConfirmLeave({
  open,
  onKeep,
  onLeave,
}: {
  open: boolean;
  onKeep: () => void;
  onLeave: () => void;
}) {
  return (
    <Confirm
      open={open}
      onOpenChange={onKeep}
      title="Leave without saving?"
      description="What you typed here has not been saved."
      cancel="Keep editing"
      confirm="Discard changes"
      onConfirm={onLeave}
    />
  );
}

/** The scrolling part of a dialog. */
export function DialogBody({ children }: { children: ReactNode }) {
  return (
    <div className="min-h-0 flex-1 space-y-4 overflow-y-auto px-5 pt-0.5 pb-5">{children}</div>
  );
}

/** The buttons of a dialog, the main action on the right. */
export function DialogFooter({ children }: { children: ReactNode }) {
  return (
    <div
      className={
        'flex flex-wrap justify-end gap-2 border-t px-5 py-3.5 ' +
        'pb-[max(14px,env(safe-area-inset-bottom))] max-sm:[&>*]:flex-1'
      }
    >
      {children}
    </div>
  );
}

export interface DialogFormProps extends Pick<ButtonProps, 'variant' | 'pendingLabel'> {
  onSubmit: SubmitEventHandler<HTMLFormElement>;
  onCancel: () => void;
  /** The label of the cancel button. */
  cancel?: string | undefined;
  /** The label of the button that submits the form. */
  submit: string;
  pending: boolean;
  /** A second button that submits, left of the first one. The Enter key does not press it. */
  otherSubmit?: { label: string; onClick: () => void } | undefined;
  /** Members use this form too, and may do so while the church is read-only. */
  forAll?: boolean;
  children: ReactNode;
}

/** The form of a dialog: its fields, and the buttons to cancel and to submit. */
export function DialogForm({
  onSubmit,
  onCancel,
  cancel = 'Cancel',
  submit,
  variant = 'primary',
  pending,
  pendingLabel,
  otherSubmit,
  forAll,
  children,
}: DialogFormProps) {
  return (
    <form onSubmit={onSubmit} noValidate className="contents">
      <DialogBody>
        <CannotSaveNotice {...(forAll ? { forAll } : {})} />
        {children}
      </DialogBody>
      <DialogFooter>
        <Button onClick={onCancel}>{cancel}</Button>
        {otherSubmit && (
          <Button pending={pending} pendingLabel={otherSubmit.label} onClick={otherSubmit.onClick}>
            {otherSubmit.label}
          </Button>
        )}
        <Button type="submit" variant={variant} pending={pending} pendingLabel={pendingLabel}>
          {submit}
        </Button>
      </DialogFooter>
    </form>
  );
}

export interface ConfirmProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** Exactly what will change, with the amount. */
  description: ReactNode;
  /** Further fields, such as a reason. */
  children?: ReactNode;
  cancel?: string;
  /** The label of the button that confirms. */
  confirm: string;
  /** `danger` (red) unless nothing is lost. */
  variant?: 'danger' | 'primary';
  pending?: boolean;
  pendingLabel?: string;
  /** The user must choose something first. */
  disabled?: boolean;
  onConfirm: () => void;
}

/** Asks before something is deleted or voided. */
export function Confirm({
  open,
  onOpenChange,
  title,
  description,
  children,
  cancel = 'Cancel',
  confirm,
  variant = 'danger',
  pending,
  pendingLabel,
  disabled,
  onConfirm,
}: ConfirmProps) {
  const focus = useDialogFocus();
  useCloseOnBack(open, () => onOpenChange(false));
  return (
    <AlertDialog.Root open={open} onOpenChange={onOpenChange}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={overlayClass} />
        <AlertDialog.Content
          {...focus}
          {...closeOnEscape(() => onOpenChange(false))}
          className={
            'fixed inset-x-4 top-[50%] z-50 mx-auto max-w-md translate-y-[-50%] ' +
            'rounded-xl bg-surface shadow-float outline-none motion-safe:animate-fade'
          }
        >
          <div className="space-y-4 p-5">
            <div>
              <AlertDialog.Title className="text-card">{title}</AlertDialog.Title>
              <AlertDialog.Description asChild>
                <div className="mt-1.5 text-ink-2">{description}</div>
              </AlertDialog.Description>
            </div>
            {children}
          </div>
          <DialogFooter>
            <AlertDialog.Cancel asChild>
              <Button>{cancel}</Button>
            </AlertDialog.Cancel>
            <Button
              variant={variant}
              pending={pending ?? false}
              pendingLabel={pendingLabel}
              disabled={disabled}
              onClick={onConfirm}
            >
              {confirm}
            </Button>
          </DialogFooter>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
