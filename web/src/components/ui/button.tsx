import { type ComponentProps, type ReactNode } from 'react';
import { cva, type VariantProps } from 'class-variance-authority';
import { LoaderCircle } from 'lucide-react';
import { Slot } from './slot';

/** Also for links that look like buttons: `<a className={buttonClass({ variant: 'secondary' })}>`. */
export const buttonClass = cva(
  'inline-flex shrink-0 items-center justify-center gap-2 rounded-md font-medium whitespace-nowrap select-none transition-colors duration-150 disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-not-allowed aria-disabled:opacity-55 [&_svg]:shrink-0',
  {
    variants: {
      variant: {
        primary: 'bg-accent text-on-accent hover:bg-accent-strong',
        secondary: 'border border-line-strong bg-surface text-ink hover:bg-sunken',
        ghost: 'text-ink-2 hover:bg-sunken hover:text-ink',
        danger: 'bg-bad text-on-bad hover:bg-bad-strong',
        /** A destructive act that is not the main one here. */
        quietDanger: 'text-bad hover:bg-bad-soft',
        link: 'text-accent underline-offset-4 hover:underline',
      },
      size: {
        md: 'h-control px-3.5 text-body',
        sm: 'h-8 px-2.5 text-grid touch:h-control',
        lg: 'h-11 px-5 text-read',
        icon: 'size-control',
        'icon-sm': 'size-8 touch:size-control',
        inline: 'h-auto',
      },
    },
    defaultVariants: { variant: 'secondary', size: 'md' },
  },
);

export interface ButtonProps extends ComponentProps<'button'>, VariantProps<typeof buttonClass> {
  /** While true the button says `pendingLabel`, keeps its place in the tab order and does nothing. */
  pending?: boolean;
  /** The pending word, from the specification: `Creating...` */
  pendingLabel?: ReactNode;
  /** Puts the look on the only child instead (a router link, for example). */
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
