import { lazy, Suspense, useEffect, useState } from 'react';
import { Keyboard } from 'lucide-react';
import { Button } from '../../../../components/ui/button';
import { isForPage, useKeysOn } from './queue-keys';

const load = () => import('./keyboard-help');
const KeyboardHelp = lazy(load);

/**
 * A button that lists the keyboard shortcuts; the key `?` opens it too. Its code is loaded on
 * demand. Hidden on devices without a keyboard.
 */
export function KeyboardButton() {
  const [isWanted, setWanted] = useState(false);
  const isOn = useKeysOn();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '?' || !isOn || !isForPage(event)) return;
      event.preventDefault();
      if (isWanted) document.querySelector<HTMLElement>('[data-keyboard-help]')?.click();
      else setWanted(true);
    };
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('keydown', onKey);
    };
  }, [isOn, isWanted]);
  const closed = (
    <Button
      variant="ghost"
      size="sm"
      aria-haspopup="dialog"
      aria-expanded={false}
      onClick={() => setWanted(true)}
      onPointerEnter={() => void load()}
    >
      <Keyboard aria-hidden className="size-4" />
      Keyboard
    </Button>
  );
  return (
    <span className="max-sm:hidden touch:hidden">
      {isWanted ? (
        <Suspense fallback={closed}>
          <KeyboardHelp />
        </Suspense>
      ) : (
        closed
      )}
    </span>
  );
}
