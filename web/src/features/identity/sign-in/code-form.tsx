import { type SubmitEvent, useState } from 'react';
import type { Factor, User } from '#libs/contracts';
import { Alert } from '../../../components/alert';
import { Button } from '../../../components/button';
import { Field } from '../../../components/field';
import { Input } from '../../../components/input';
import { explain } from '../../../lib/api';
import { useCode, useSendCode } from './sign-in';

/** The second step of signing in. */
export function CodeForm({ method, onSignedIn, onBack }: { method: Factor; onSignedIn: (user: User) => void; onBack: () => void }) {
  const [code, setCode] = useState('');
  const enter = useCode();
  const again = useSendCode();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!enter.isPending) enter.mutate(code, { onSuccess: ({ user }) => onSignedIn(user) });
  };
  return (
    <form onSubmit={submit} noValidate className="space-y-4">
      <Field
        label="Code"
        help={method === 'sms' ? 'We have sent a code of six digits to your phone. A recovery code does as well.' : 'The six digits that your authenticator app shows now. A recovery code does as well.'}
      >
        {(control) => <Input {...control} autoFocus autoComplete="one-time-code" inputMode="text" value={code} onChange={(event) => setCode(event.target.value)} />}
      </Field>
      {(enter.error ?? again.error) && <Alert>{explain(enter.error ?? again.error)}</Alert>}
      <Button type="submit" variant="primary" className="w-full" pending={enter.isPending} pendingLabel="Signing in...">
        Sign In
      </Button>
      <div className="flex flex-wrap justify-between gap-2">
        <Button variant="link" size="inline" onClick={onBack}>
          Back to password
        </Button>
        {method === 'sms' && (
          <Button variant="link" size="inline" pending={again.isPending} onClick={() => again.mutate()}>
            Send the code again
          </Button>
        )}
      </div>
    </form>
  );
}
