import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Settings } from '#libs/contracts';
import { Card } from '../../../components/ui/card';
import { Progress } from '../../../components/ui/progress';
import { SkeletonLines } from '../../../components/ui/skeleton';
import { QueryContent } from '../../../components/ui/states';
import { Switch } from '../../../components/ui/switch';
import { formatCount } from '../../../lib/format';
import { smsNumberQuery, smsQuery } from '../../../lib/queries/sms';
import { type SaveWords, useSaveSettings } from './site';

/** Warns if the messages of this month do not suffice; otherwise empty. */
function describeShortage({
  sent,
  limit,
  readers,
}: {
  sent: number;
  limit: number;
  readers: number;
}): string {
  if (sent >= limit)
    return (
      ' Until next month, news goes out by email and in the portal only. A larger plan has room ' +
      'for more.'
    );
  if (sent + readers > limit)
    return (
      ' The next news may not reach everybody by text message. A larger plan has room for ' +
      'more.'
    );
  return '';
}

/** Turns the church's text messages on or off, and shows how many are left this month. */
export default function SmsCard({ settings, words }: { settings: Settings; words: SaveWords }) {
  const client = useQueryClient();
  const query = useQuery(smsQuery);
  const save = useSaveSettings(words);
  const turn = (isOn: boolean) =>
    save.mutate(
      { values: { smsNews: isOn ? 'on' : '' }, seen: settings.versions },
      {
        onSettled: () =>
          void Promise.all(
            [smsQuery, smsNumberQuery].map(({ queryKey }) =>
              client.invalidateQueries({ queryKey }),
            ),
          ),
      },
    );
  const sentCount = query.data && formatCount(query.data.sent);
  const limit = query.data && formatCount(query.data.limit);
  const isOn = save.isPending ? save.variables.values.smsNews === 'on' : query.data?.isOn === true;
  return (
    <Card title="Text messages" description="News of sermons, resources and events, by SMS.">
      <QueryContent
        query={query}
        errorTitle="The text messages could not be loaded."
        placeholder={<SkeletonLines lines={3} />}
      >
        {(sms) =>
          !sms.isAvailable ? (
            <p className="text-ink-2">
              Text messages cannot be sent here so far. Whoever runs this portal connects it to an
              account with Twilio.
            </p>
          ) : (
            <div className="space-y-4">
              <label className="flex min-h-control items-center gap-3">
                <span className="min-w-0 flex-1">
                  <span className="block font-medium">Send text messages</span>
                  <span className="block text-grid text-ink-2">
                    To members who have chosen SMS and confirmed their number by a code. Whoever
                    replies STOP gets no more.
                  </span>
                </span>
                <Switch
                  aria-label="Send text messages"
                  checked={isOn}
                  disabled={save.isPending}
                  onCheckedChange={turn}
                />
              </label>
              {isOn && (
                <div className="space-y-2 text-grid text-ink-2">
                  <Progress
                    value={(100 * sms.sent) / sms.limit}
                    label="Text messages this month"
                    valueText={`${sentCount} of ${limit}`}
                  />
                  <p>
                    {`${sentCount} of ${limit} text messages sent this month; `}
                    {sms.readers === 1
                      ? '1 member gets them'
                      : `${formatCount(sms.readers)} members get them`}
                    .{describeShortage(sms)}
                  </p>
                </div>
              )}
            </div>
          )
        }
      </QueryContent>
    </Card>
  );
}
