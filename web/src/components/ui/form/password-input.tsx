import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { Eye, EyeOff } from 'lucide-react';
import { cn } from '../../../lib/cn';
import { Button } from '../button';
import { Input } from './input';
import { Tooltip } from '../overlay/tooltip';

/**
 * A password field with a button that shows the password. It hides the password before the form is
 * submitted, so that password managers recognize the field. `autoComplete` says which password it
 * is.
 */
export function PasswordInput({
  className,
  ...rest
}: Omit<ComponentProps<'input'>, 'type'> & { autoComplete: 'current-password' | 'new-password' }) {
  const around = useRef<HTMLDivElement>(null);
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const form = around.current?.closest('form');
    if (!isShown || !form) return;
    const hide = () => setShown(false);
    form.addEventListener('submit', hide, true);
    return () => form.removeEventListener('submit', hide, true);
  }, [isShown]);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <div ref={around} className="relative">
      <Input
        {...rest}
        type={isShown ? 'text' : 'password'}
        // Even a visible password must not be corrected or sent to a spelling service.
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        className={cn('pr-11 [&::-ms-reveal]:hidden', className)}
      />
      <Tooltip text={isShown ? 'Hide password' : 'Show password'}>
        <Button
          variant="ghost"
          size="icon"
          className="absolute top-0 right-0"
          aria-label="Show password"
          aria-pressed={isShown}
          onMouseDown={(event) => event.preventDefault()} // Keep the focus in the field.
          onClick={() => setShown(!isShown)}
        >
          <Icon aria-hidden className="size-4" />
        </Button>
      </Tooltip>
    </div>
  );
}
