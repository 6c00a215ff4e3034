import { type SubmitEvent, useState } from 'react';
import { QRCodeSVG } from 'qrcode.react';
import type { Factor, FactorSetUp } from '#libs/contracts';
import { Alert } from '../../../components/ui/alert';
import { Button } from '../../../components/ui/button';
import {
  Dialog,
  DialogBody,
  DialogFooter,
  DialogForm,
} from '../../../components/ui/overlay/dialog';
import { Field } from '../../../components/ui/form/field';
import { Input } from '../../../components/ui/form/input';
import { PasswordInput } from '../../../components/ui/form/password-input';
import { ApiError, explain } from '../../../lib/api';
import { useConfirmFactor, useSetUpFactor } from './account';
import { RecoveryList } from './recovery-list';

/**
 * Sets up the second factor: the user chooses a method, enters a first code, and stores the
 * recovery codes.
 */
export default function FactorSetUpDialog({
  smsAvailable,
  onClose,
}: {
  smsAvailable: boolean;
  onClose: () => void;
}) {
  const [newFactor, setNewFactor] = useState<FactorSetUp | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={codes ? 'Your recovery codes' : 'Set up multi-factor authentication'}
      size="sm"
    >
      {codes && (
        <>
          <DialogBody>
            <RecoveryList codes={codes} />
          </DialogBody>
          <DialogFooter>
            <Button variant="primary" onClick={onClose}>
              I have kept them
            </Button>
          </DialogFooter>
        </>
      )}
      {!codes && newFactor && (
        <FirstCode newFactor={newFactor} onBack={() => setNewFactor(null)} onDone={setCodes} />
      )}
      {!codes && !newFactor && (
        <Choice smsAvailable={smsAvailable} onChosen={setNewFactor} onClose={onClose} />
      )}
    </Dialog>
  );
}

const ways: { method: Factor; label: string; hint: string }[] = [
  {
    method: 'authenticator',
    label: 'Authenticator App',
    hint: 'An app on your phone shows the codes, also without a network.',
  },
  {
    method: 'sms',
    label: 'SMS text message',
    hint: 'Codes come to the phone number of your account.',
  },
];

function Choice({
  smsAvailable,
  onChosen,
  onClose,
}: {
  smsAvailable: boolean;
  onChosen: (newFactor: FactorSetUp) => void;
  onClose: () => void;
}) {
  const [method, setMethod] = useState<Factor>('authenticator');
  const [password, setPassword] = useState('');
  const begin = useSetUpFactor();
  const isPassword =
    begin.error instanceof ApiError && begin.error.body?.issues?.[0]?.path === 'password';
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!begin.isPending) begin.mutate({ method, password }, { onSuccess: onChosen });
  };
  return (
    <DialogForm
      onSubmit={submit}
      onCancel={onClose}
      submit="Continue"
      pending={begin.isPending}
      pendingLabel="Preparing..."
    >
      <fieldset className="space-y-2">
        <legend className="sr-only">How codes come to you</legend>
        {ways
          .filter((way) => way.method !== 'sms' || smsAvailable)
          .map((way) => (
            <label
              key={way.method}
              className={
                'flex cursor-pointer gap-3 rounded-md border p-3 ' +
                'has-checked:border-accent has-checked:bg-accent-soft'
              }
            >
              <input
                type="radio"
                name="method"
                className="mt-1 accent-(--accent)"
                checked={method === way.method}
                onChange={() => setMethod(way.method)}
              />
              <span>
                <span className="block font-medium">{way.label}</span>
                <span className="text-ink-2">{way.hint}</span>
              </span>
            </label>
          ))}
      </fieldset>
      <Field
        label="Password"
        help="So that nobody does this at a computer that you left open."
        error={isPassword ? explain(begin.error) : undefined}
      >
        {(control) => (
          <PasswordInput
            {...control}
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
      </Field>
      {begin.error && !isPassword && <Alert>{explain(begin.error)}</Alert>}
    </DialogForm>
  );
}

function FirstCode({
  newFactor,
  onBack,
  onDone,
}: {
  newFactor: FactorSetUp;
  onBack: () => void;
  onDone: (codes: string[]) => void;
}) {
  const [code, setCode] = useState('');
  const confirm = useConfirmFactor();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!confirm.isPending)
      confirm.mutate({ code }, { onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes) });
  };
  return (
    <DialogForm
      onSubmit={submit}
      onCancel={onBack}
      cancel="Back"
      submit="Turn On"
      pending={confirm.isPending}
      pendingLabel="Checking..."
    >
      {newFactor.uri ? (
        <div className="space-y-3">
          <p>Scan this with your authenticator app, or type the secret into it.</p>
          <span
            role="img"
            aria-label="QR code for your authenticator app"
            className="inline-block rounded-lg border bg-white p-4"
          >
            <QRCodeSVG
              value={newFactor.uri}
              size={176}
              marginSize={0}
              level="M"
              bgColor="#ffffff"
              fgColor="#18181b"
              aria-hidden
            />
          </span>
          <p className="font-mono text-grid break-all">
            {newFactor.secret?.match(/.{1,4}/g)?.join(' ')}
          </p>
        </div>
      ) : (
        <p>We have sent a code to your phone ending in {newFactor.phone}.</p>
      )}
      <Field
        label="Code"
        help="Six digits."
        error={confirm.error ? explain(confirm.error) : undefined}
      >
        {(control) => (
          <Input
            {...control}
            autoComplete="one-time-code"
            inputMode="numeric"
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
        )}
      </Field>
    </DialogForm>
  );
}
