import { type SubmitEvent, useState } from 'react';
import { Check, Tag } from 'lucide-react';
import { Button } from '../../../components/ui/button';
import { Field } from '../../../components/ui/form/field';
import { Input } from '../../../components/ui/form/input';
import { usePromoCheck } from './change-subscription';

/** The field for a promo code. An accepted code cannot be changed. */
export function PromoBox({
  applied,
  onApply,
}: {
  applied: string | null;
  onApply: (code: string) => void;
}) {
  const [typed, setTyped] = useState('');
  const check = usePromoCheck(onApply);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!applied && typed.trim() !== '' && !check.isPending) check.mutate(typed);
  };
  return (
    <form onSubmit={submit} noValidate className="flex max-w-md items-end gap-2">
      <Field label="Promo code" optional className="flex-1">
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            spellCheck={false}
            maxLength={50}
            value={applied ?? typed}
            disabled={applied !== null}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </Field>
      <Button
        type="submit"
        disabled={applied !== null || typed.trim() === ''}
        pending={check.isPending}
        pendingLabel="Checking…"
      >
        {applied ? (
          <Check aria-hidden className="size-4" />
        ) : (
          <Tag aria-hidden className="size-4" />
        )}
        {applied ? 'Applied' : 'Apply'}
      </Button>
    </form>
  );
}
