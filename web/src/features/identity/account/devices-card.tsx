import { useQuery } from '@tanstack/react-query';
import { MonitorSmartphone } from 'lucide-react';
import { Badge } from '../../../components/ui/badge';
import { Button } from '../../../components/ui/button';
import { Card } from '../../../components/ui/card';
import { SkeletonLines } from '../../../components/ui/skeleton';
import { QueryContent } from '../../../components/ui/states';
import { formatRelative } from '../../../lib/format';
import { sessionsQuery, useEndSession } from './account';

/** The devices on which the account is signed in. */
export function DevicesCard() {
  const query = useQuery(sessionsQuery);
  const end = useEndSession();
  return (
    <Card
      title="Devices"
      icon={<MonitorSmartphone aria-hidden />}
      description="Where you are signed in."
    >
      <QueryContent
        query={query}
        errorTitle="Your devices could not be loaded."
        placeholder={<SkeletonLines lines={2} />}
        isErrorFirst
      >
        {(devices) => (
          <ul className="divide-y">
            {devices.map((device) => (
              <li
                key={device.id}
                className="flex items-center justify-between gap-4 py-3 first:pt-0 last:pb-0"
              >
                <div className="min-w-0">
                  <p className="truncate font-medium">{device.device}</p>
                  <p className="text-label text-ink-2">Last seen {formatRelative(device.seenAt)}</p>
                </div>
                {device.current ? (
                  <Badge tone="accent" icon={MonitorSmartphone}>
                    This device
                  </Badge>
                ) : (
                  <Button
                    size="sm"
                    variant="quietDanger"
                    pending={end.isPending && end.variables === device.id}
                    onClick={() => end.mutate(device.id)}
                  >
                    Sign out
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </QueryContent>
    </Card>
  );
}
