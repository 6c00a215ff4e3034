import { type SubmitEvent, useState } from 'react';
import { MailCheck } from 'lucide-react';
import { Alert } from '../../../components/ui/alert';
import { Button } from '../../../components/ui/button';
import { Field } from '../../../components/ui/form/field';
import { Input } from '../../../components/ui/form/input';
import { useForgotPassword } from '../../../features/identity/account/account';
import { explain } from '../../../lib/api';
import { checks, Frame, Done } from './link-page';

export function ForgotPassword() {
  const [email, setEmail] = useState('');
  const [problem, setProblem] = useState<string>();
  const ask = useForgotPassword();
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const emailProblem = (await checks()).emailProblem(email);
    setProblem(emailProblem);
    if (!emailProblem && !ask.isPending) ask.mutate({ email });
  };
  if (ask.isSuccess) {
    return (
      <Done icon={MailCheck} title="Check your inbox">
        <p>
          If there is an account for {email}, an email with a link is on its way. The link works for
          an hour.
        </p>
      </Done>
    );
  }
  return (
    <Frame
      title="Forgot your password?"
      hint="We send a link to your email address, with which you choose a new one."
    >
      <form
        onSubmit={(event) => void submit(event)}
        noValidate
        onFocus={() => void checks()}
        className="space-y-4"
      >
        <Field label="Email" error={problem}>
          {(control) => (
            <Input
              {...control}
              type="email"
              autoComplete="username"
              value={email}
              onChange={(event) => setEmail(event.target.value)}
            />
          )}
        </Field>
        {ask.error && <Alert>{explain(ask.error)}</Alert>}
        <Button
          type="submit"
          variant="primary"
          className="w-full"
          pending={ask.isPending}
          pendingLabel="Sending..."
        >
          Send the link
        </Button>
      </form>
    </Frame>
  );
}
