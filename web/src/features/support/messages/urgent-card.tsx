import { Phone } from 'lucide-react';
import type { Settings } from '#libs/contracts';
import { Card } from '../../../components/ui/card';
import { PhoneLink } from '../../../components/church/phone-link';

/** Says how to reach the church in urgent cases. */
export function UrgentCard({ settings }: { settings: Settings | undefined }) {
  return (
    <Card title="Is it urgent?" icon={<Phone aria-hidden />}>
      <p className="text-ink-2">Please call: nobody may be looking here just now.</p>
      <p className="mt-2 font-medium">
        <PhoneLink number={settings?.phoneNumber} />
      </p>
    </Card>
  );
}
