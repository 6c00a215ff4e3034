import { Church, Mail, Phone } from 'lucide-react';
import type { Settings } from '#libs/contracts';
import { Card } from '../../../components/ui/card';
import { PhoneLink } from '../../../components/church/phone-link';
import { churchNameOf, fallbacks } from '../../../lib/church';
import { Way } from './give-card';
import { mailTo } from '../../../lib/mail-to';

export function AdditionalWaysCard({ settings }: { settings: Settings | undefined }) {
  return (
    <Card title="Additional Ways to Give">
      <div className="space-y-4">
        <Way icon={Mail} title="By check">
          Payable to {churchNameOf(settings)}; please contact us for the mailing address.
        </Way>
        <Way icon={Church} title="In person">
          In the offering plate, at any service.
        </Way>
      </div>
    </Card>
  );
}

export function ConnectCard({ settings }: { settings: Settings | undefined }) {
  return (
    <Card title="Other Ways to Connect">
      <div className="space-y-4">
        <Way icon={Phone} title="Phone">
          <PhoneLink number={settings?.phoneNumber} />
        </Way>
        <Way icon={Mail} title="Email">
          {settings?.email ? (
            <Anchor href={mailTo(settings.email)}>{settings.email}</Anchor>
          ) : (
            fallbacks.email
          )}
        </Way>
      </div>
    </Card>
  );
}

function Anchor({ href, children }: { href: string; children: string }) {
  return (
    <a
      href={href}
      className="standalone-link break-all text-accent underline-offset-4 hover:underline"
    >
      {children}
    </a>
  );
}
