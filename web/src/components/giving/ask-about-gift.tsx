import { lazy, useState } from 'react';
import { formatLong } from '#libs/calendar';
import { formatUsd, fromDecimal } from '#libs/money';
import { Button } from '../ui/button';
import { DialogLoader } from '../ui/overlay/dialog-loader';

const load = () => import('./ask-gift-dialog');
const AskGiftDialog = lazy(load);

/**
 * A button that opens a ticket about a donation of the user. The code of the dialog is loaded when
 * the pointer or the focus reaches the button.
 */
export function AskAboutGift({ id, amount, date }: { id: string; amount: string; date: string }) {
  const [isOpen, setOpen] = useState(false);
  const giftText = `${formatUsd(fromDecimal(amount))} of ${formatLong(date)}`;
  return (
    <span data-noprint className="block">
      <Button
        variant="link"
        size="inline"
        className="min-h-6 text-label font-normal touch:min-h-11"
        onClick={() => setOpen(true)}
        onPointerEnter={() => void load()}
        onFocus={() => void load()}
      >
        <span>
          Something wrong? Ask<span className="sr-only"> about {giftText}</span>
        </span>
      </Button>
      <DialogLoader onClose={() => setOpen(false)}>
        {isOpen && <AskGiftDialog id={id} giftText={giftText} onClose={() => setOpen(false)} />}
      </DialogLoader>
    </span>
  );
}
