import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { Eye, EyeOff } from 'lucide-react';
import { cn } from '../../../lib/cn';
import { Button } from '../button';
import { Input } from './input';
import { Tooltip } from '../overlay/tooltip';

/**
 * A password, with a button that shows it. It hides again before the form is sent, so that password managers find the field
 * that they know. Its `autoComplete` says which password it is.
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
        // in sight it is still no text: nothing corrects it, or sends it to a spelling service
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
          onMouseDown={(event) => event.preventDefault()} // the field keeps the focus
          onClick={() => setShown(!isShown)}
        >
          <Icon aria-hidden className="size-4" />
        </Button>
      </Tooltip>
    </div>
  );
}
