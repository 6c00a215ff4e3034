import { cloneElement, type HTMLAttributes, isValidElement, type ReactNode } from 'react';
import { cn } from '../../lib/cn';

type Props = Record<string, unknown>;

/**
 * Passes its attributes to its only child. Classes are joined; both event handlers run, the child's
 * first.
 */
export function Slot({
  children,
  ...slotProps
}: HTMLAttributes<HTMLElement> & Record<`data-${string}`, string> & { children: ReactNode }) {
  if (!isValidElement<Props>(children)) return null;
  const childProps = children.props;
  const merged: Props = {
    ...(slotProps as Props),
    ...childProps,
    className: cn(slotProps.className, childProps.className as string | undefined),
  };
  for (const [name, handler] of Object.entries(slotProps as Props)) {
    const childHandler = childProps[name];
    if (typeof handler !== 'function' || typeof childHandler !== 'function') continue;
    merged[name] = (...args: unknown[]) => {
      (childHandler as (...args: unknown[]) => void)(...args);
      (handler as (...args: unknown[]) => void)(...args);
    };
  }
  return cloneElement(children, merged);
}
