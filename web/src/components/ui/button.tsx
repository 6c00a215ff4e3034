import { type ComponentProps, type ReactNode } from 'react';
import { cva, type VariantProps } from 'class-variance-authority';
import { LoaderCircle } from 'lucide-react';
import { Slot } from './slot';

/**
 * The class of a button, also for links that look like buttons: `<a className={buttonClass({
 * variant: 'secondary' })}>`.
 */
export const buttonClass = cva(
  'inline-flex shrink-0 items-center justify-center gap-2 rounded-md font-medium ' +
    'whitespace-nowrap select-none transition-colors duration-150 ' +
    'disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-not-allowed ' +
    'aria-disabled:opacity-55 [&_svg]:shrink-0',
  {
    variants: {
      variant: {
        primary: 'bg-accent text-on-accent hover:bg-accent-strong',
        secondary: 'border border-line-strong bg-surface text-ink hover:bg-sunken',
        ghost: 'text-ink-2 hover:bg-sunken hover:text-ink',
        danger: 'bg-bad text-on-bad hover:bg-bad-strong',
        /** A destructive action that is not the main one on the screen. */
        quietDanger: 'text-bad hover:bg-bad-soft',
        link: 'text-accent underline-offset-4 hover:underline',
      },
      size: {
        md: 'h-control px-3.5 text-body',
        sm: 'h-8 px-2.5 text-grid touch:h-control',
        lg: 'h-11 px-5 text-read',
        icon: 'size-control',
        'icon-sm': 'size-8 touch:size-control',
        inline: 'h-auto touch:min-h-control',
      },
    },
    defaultVariants: { variant: 'secondary', size: 'md' },
  },
);

export interface ButtonProps extends ComponentProps<'button'>, VariantProps<typeof buttonClass> {
  /** While true, the button shows `pendingLabel`, can still be focused, and does nothing. */
  pending?: boolean;
  /** The label while pending, from the specification: `Creating...` */
  pendingLabel?: ReactNode;
  /** Applies the style to the only child instead, for example a router link. */
  asChild?: boolean;
}

export function Button({
  variant,
  size,
  pending,
  pendingLabel,
  asChild,
  className,
  children,
  onClick,
  type,
  ...rest
}: ButtonProps) {
  const classes = buttonClass({ variant, size, className });
  if (asChild)
    return (
      <Slot className={classes} onClick={onClick}>
        {children}
      </Slot>
    );
  return (
    <button
      type={type ?? 'button'}
      className={classes}
      aria-disabled={pending ? true : undefined}
      onClick={(event) => {
        if (pending) event.preventDefault();
        else onClick?.(event);
      }}
      {...rest}
    >
      {pending ? (
        <>
          <LoaderCircle aria-hidden className="size-4 motion-safe:animate-spin" />
          {pendingLabel ?? children}
        </>
      ) : (
        children
      )}
    </button>
  );
}
