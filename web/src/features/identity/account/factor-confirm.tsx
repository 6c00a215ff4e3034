import { type SubmitEvent, useState } from 'react';
import { Button } from '../../../components/ui/button';
import {
  Dialog,
  DialogBody,
  DialogFooter,
  DialogForm,
} from '../../../components/ui/overlay/dialog';
import { Field } from '../../../components/ui/form/field';
import { PasswordInput } from '../../../components/ui/form/password-input';
import { explain } from '../../../lib/api';
import { toast } from '../../../lib/toast';
import { useNewRecoveryCodes, useTurnFactorOff } from './account';
import { RecoveryList } from './recovery-list';

/**
 * Asks for the password or a code before it turns the second factor off or makes new recovery
 * codes.
 */
export default function FactorConfirmDialog({
  purpose,
  onClose,
}: {
  purpose: 'turn off' | 'recovery';
  onClose: () => void;
}) {
  const [typed, setTyped] = useState('');
  const [codes, setCodes] = useState<string[] | null>(null);
  const turnOff = useTurnFactorOff();
  const fresh = useNewRecoveryCodes();
  const { isPending, error } = purpose === 'turn off' ? turnOff : fresh;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isPending) return;
    const proof = /^(\d{6}|[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4})$/i.test(typed.trim())
      ? { code: typed.trim() }
      : { password: typed };
    if (purpose === 'recovery')
      fresh.mutate(proof, { onSuccess: ({ recoveryCodes }) => setCodes(recoveryCodes) });
    else {
      turnOff.mutate(proof, {
        onSuccess: () => {
          toast('Settings Updated', 'Multi-factor authentication is off.');
          onClose();
        },
      });
    }
  };
  if (codes) {
    return (
      <Dialog open onOpenChange={onClose} title="Your recovery codes" size="sm">
        <DialogBody>
          <RecoveryList codes={codes} />
        </DialogBody>
        <DialogFooter>
          <Button variant="primary" onClick={onClose}>
            I have kept them
          </Button>
        </DialogFooter>
      </Dialog>
    );
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="sm"
      title={
        purpose === 'turn off'
          ? 'Turn off multi-factor authentication?'
          : 'Make new recovery codes?'
      }
      description={
        purpose === 'turn off'
          ? 'From then on your password alone lets you in.'
          : 'Your old codes will stop working.'
      }
    >
      <DialogForm
        onSubmit={submit}
        onCancel={onClose}
        submit={purpose === 'turn off' ? 'Turn Off' : 'Make New Codes'}
        variant={purpose === 'turn off' ? 'danger' : 'primary'}
        pending={isPending}
        pendingLabel="Checking..."
      >
        <Field label="Password or code" error={error ? explain(error) : undefined}>
          {(control) => (
            <PasswordInput
              {...control}
              autoComplete="current-password"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
        </Field>
      </DialogForm>
    </Dialog>
  );
}
