import { lazy, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import type { Security, User } from '#libs/contracts';
import { Card } from '../../../components/ui/card';
import { Button } from '../../../components/ui/button';
import { DialogLoader } from '../../../components/ui/overlay/dialog-loader';
import { SkeletonLines } from '../../../components/ui/skeleton';
import { QueryContent } from '../../../components/ui/states';
import { Switch } from '../../../components/ui/switch';
import { plural } from '../../../lib/format';
import { toastError } from '../../../lib/toast';
import { securityQuery } from './account';

const SetUp = lazy(() => import('./factor-set-up'));
const FactorConfirmDialog = lazy(() => import('./factor-confirm'));

function describeFactor({ factor, factorPhone }: Security): string {
  if (!factor) return 'Off';
  if (factor === 'sms') return `On: codes go to your phone ending in ${factorPhone ?? ''}`;
  return 'On: codes come from your authenticator app';
}

/** Turns the second factor on or off, and makes new recovery codes. */
export function FactorCard({ user }: { user: User }) {
  const query = useQuery(securityQuery);
  const [dialog, setDialog] = useState<'set up' | 'turn off' | 'recovery' | null>(null);
  const toggle = (on: boolean) => {
    if (!on) setDialog('turn off');
    else if (user.organizationId && !user.phone)
      toastError('A phone number is required to enable MFA. Please add your phone number first.');
    else setDialog('set up');
  };
  return (
    <Card
      title="Multi-factor authentication"
      icon={<ShieldCheck aria-hidden />}
      description="A code beside your password: whoever learns the password alone does not get in."
    >
      <QueryContent
        query={query}
        errorTitle="This could not be loaded."
        placeholder={<SkeletonLines lines={2} />}
        isErrorFirst
      >
        {(security) => (
          <div className="space-y-4">
            <label className="flex min-h-control items-center justify-between gap-3">
              <span>{describeFactor(security)}</span>
              <Switch
                aria-label="Multi-factor authentication"
                checked={security.factor !== null}
                onCheckedChange={toggle}
              />
            </label>
            {security.factor && (
              <div className="flex flex-wrap items-center justify-between gap-3 border-t pt-4">
                <span className="text-ink-2">
                  {plural(security.recoveryCodes, 'recovery code')} left
                </span>
                <Button size="sm" onClick={() => setDialog('recovery')}>
                  New recovery codes
                </Button>
              </div>
            )}
          </div>
        )}
      </QueryContent>
      <DialogLoader onClose={() => setDialog(null)}>
        {dialog === 'set up' && (
          <SetUp
            smsAvailable={(query.data?.smsAvailable ?? false) && user.organizationId !== null}
            onClose={() => setDialog(null)}
          />
        )}
        {(dialog === 'turn off' || dialog === 'recovery') && (
          <FactorConfirmDialog purpose={dialog} onClose={() => setDialog(null)} />
        )}
      </DialogLoader>
    </Card>
  );
}
