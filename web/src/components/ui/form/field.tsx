import { type ReactNode, useId } from 'react';
import { CircleAlert } from 'lucide-react';
import { cn } from '../../../lib/cn';

export interface ControlProps {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  'aria-required': true | undefined;
}

export interface FieldProps {
  label: ReactNode;
  /** Below the control. */
  help?: ReactNode;
  /** Shown instead of the help, with an icon. */
  error?: string | undefined;
  /** Marks an optional field. Required fields have no mark. */
  optional?: boolean;
  className?: string | undefined;
  /** Receives the attributes that connect label, help and error with the control. */
  children: (control: ControlProps) => ReactNode;
}

export function Field({ label, help, error, optional, className, children }: FieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const note = error ?? help;
  return (
    <div className={cn('min-w-0', className)}>
      <label htmlFor={id} className="mb-1.5 block text-grid font-medium">
        {label}
        {optional && <span className="font-normal text-ink-3"> (optional)</span>}
      </label>
      {children({
        id,
        'aria-describedby': note ? noteId : undefined,
        'aria-invalid': error ? true : undefined,
        'aria-required': optional ? undefined : true,
      })}
      {note && (
        <p
          id={noteId}
          className={cn('mt-1.5 flex gap-1.5 text-label', error ? 'text-bad' : 'text-ink-2')}
        >
          {error && <CircleAlert aria-hidden className="mt-px size-3.5 shrink-0" />}
          {note}
        </p>
      )}
    </div>
  );
}
