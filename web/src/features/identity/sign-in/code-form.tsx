import { type SubmitEvent, useState } from 'react';
import type { Factor, User } from '#libs/contracts';
import { Alert } from '../../../components/ui/alert';
import { Button } from '../../../components/ui/button';
import { Field } from '../../../components/ui/form/field';
import { Input } from '../../../components/ui/form/input';
import { ApiError, explain } from '../../../lib/api';
import { useCode, useSendCode } from './sign-in';

export interface CodeFormProps {
  method: Factor;
  onSignedIn: (user: User) => void;
  onBack: () => void;
  /** Called when the sign-in has ended: it took too long, or too many codes were wrong. */
  onEnded: () => void;
}

/** The form for the second factor. */
export function CodeForm({ method, onSignedIn, onBack, onEnded }: CodeFormProps) {
  const [code, setCode] = useState('');
  const enter = useCode();
  const resend = useSendCode();
  const onError = (error: unknown) => {
    if (error instanceof ApiError && error.status === 401) onEnded();
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!enter.isPending)
      enter.mutate(code, { onSuccess: ({ user }) => onSignedIn(user), onError });
  };
  return (
    <form onSubmit={submit} noValidate className="space-y-4">
      {/* The field takes the focus instead of the heading, because it is the only purpose of the
         page. */}
      <Field
        label="Code"
        help={
          method === 'sms'
            ? 'We have sent a code of six digits to your phone. You can also use a recovery code.'
            : 'The six digits that your authenticator app shows now. You can also use a ' +
              'recovery code.'
        }
      >
        {(control) => (
          <Input
            {...control}
            autoFocus
            data-page-heading
            autoComplete="one-time-code"
            inputMode="text"
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
        )}
      </Field>
      {(enter.error ?? resend.error) && <Alert>{explain(enter.error ?? resend.error)}</Alert>}
      <Button
        type="submit"
        variant="primary"
        className="w-full"
        pending={enter.isPending}
        pendingLabel="Signing in..."
      >
        Sign In
      </Button>
      <div className="flex flex-wrap justify-between gap-2">
        <Button variant="link" size="inline" onClick={onBack}>
          Back to password
        </Button>
        {method === 'sms' && (
          <Button
            variant="link"
            size="inline"
            pending={resend.isPending}
            onClick={() => resend.mutate(undefined, { onError })}
          >
            Send the code again
          </Button>
        )}
      </div>
    </form>
  );
}
