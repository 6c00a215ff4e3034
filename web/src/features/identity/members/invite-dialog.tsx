import { type SubmitEvent, useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { inviteRequest } from '#libs/contracts';
import { Alert } from '../../../components/ui/alert';
import { Button } from '../../../components/ui/button';
import { Dialog, DialogForm } from '../../../components/ui/overlay/dialog';
import { Field } from '../../../components/ui/form/field';
import { Input, Textarea } from '../../../components/ui/form/input';
import { api, explain } from '../../../lib/api';
import { plural } from '../../../lib/format';
import { toast } from '../../../lib/toast';

/** Sends invitations to addresses that are typed or pasted, or shows the invitation link. */
export default function InviteDialog({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string>();
  const { data: link } = useQuery({
    queryKey: ['invitation-link'],
    queryFn: ({ signal }) => api('/api/admin/invitations/link', { signal }),
  });
  const invite = useMutation({
    mutationFn: (emails: string[]) =>
      api('/api/admin/invitations', { method: 'POST', body: { emails } }),
    onSuccess: ({ invited, known: knownEmails }) => {
      const knownCount = plural(knownEmails.length, 'person is', 'people are');
      const knownNote = knownEmails.length > 0 ? `; ${knownCount} here already` : '';
      toast('Invitations Sent', `${plural(invited, 'person', 'people')} invited${knownNote}.`);
      onClose();
    },
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const checked = inviteRequest.safeParse({ emails: typed.split(/[\s,;]+/).filter(Boolean) });
    const issue = checked.error?.issues[0];
    setProblem(
      issue &&
        (issue.path.length > 1
          ? `${issue.message}: ` +
            (typed.split(/[\s,;]+/).filter(Boolean)[Number(issue.path[1])] ?? '')
          : issue.message),
    );
    if (checked.success && !invite.isPending) invite.mutate(checked.data.emails);
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Invite people"
      description="They create an account and then wait for your approval."
      dirty={typed !== '' && !invite.isPending}
    >
      <DialogForm
        onSubmit={submit}
        onCancel={onClose}
        submit="Send Invitations"
        pending={invite.isPending}
        pendingLabel="Sending..."
      >
        <Field
          label="Email addresses"
          help="One or many, with commas, blanks or lines between."
          error={problem}
        >
          {(control) => (
            <Textarea
              {...control}
              rows={4}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
        </Field>
        {invite.error && <Alert>{explain(invite.error)}</Alert>}
        {link && (
          <Field label="Or share this link" optional>
            {(control) => (
              <div className="flex gap-2">
                <Input
                  {...control}
                  readOnly
                  value={link.url}
                  onFocus={(event) => event.target.select()}
                />
                <Button
                  aria-label="Copy the link"
                  size="icon"
                  onClick={() =>
                    void navigator.clipboard
                      .writeText(link.url)
                      .then(() => toast('Copied', 'The link is in your clipboard.'))
                  }
                >
                  <Copy aria-hidden className="size-4" />
                </Button>
              </div>
            )}
          </Field>
        )}
      </DialogForm>
    </Dialog>
  );
}
