import { useState } from 'react';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import type { PublicPodcast } from '#libs/contracts';
import { Button } from '../../../components/ui/button';
import { Card } from '../../../components/ui/card';
import { Confirm } from '../../../components/ui/overlay/dialog';
import { Field } from '../../../components/ui/form/field';
import { Input } from '../../../components/ui/form/input';
import { SkeletonLines } from '../../../components/ui/skeleton';
import { QueryContent } from '../../../components/ui/states';
import { Switch } from '../../../components/ui/switch';
import { api, explain } from '../../../lib/api';
import { copy } from '../../../lib/browser/clipboard';
import { currentOf, ifMatch } from '../../../lib/forms/stale-version';
import { toast, toastError } from '../../../lib/toast';

const path = '/api/church/podcast';
const podcastQuery = queryOptions({
  queryKey: ['church-podcast'],
  queryFn: ({ signal }) => api(path, { signal }),
});

/**
 * The public podcast of the church's sermons. It is off until an admin has read what becomes
 * public.
 */
export default function PodcastCard() {
  const query = useQuery(podcastQuery);
  return (
    <Card
      title="Public podcast"
      description="Your sermons in podcast apps, for everybody, without signing in."
    >
      <QueryContent
        query={query}
        errorTitle="The podcast could not be loaded."
        placeholder={<SkeletonLines lines={2} />}
      >
        {(podcast) => <Podcast podcast={podcast} />}
      </QueryContent>
    </Card>
  );
}

function Podcast({ podcast: { isOn, url, version } }: { podcast: PublicPodcast }) {
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const change = useMutation({
    mutationFn: (next: boolean) =>
      api(path, { method: 'PUT', body: { isOn: next }, headers: ifMatch(version) }),
    onSuccess: (savedPodcast) => {
      client.setQueryData(podcastQuery.queryKey, savedPodcast);
      setAsking(false);
      toast(
        savedPodcast.isOn ? 'Podcast Is On' : 'Podcast Is Off',
        savedPodcast.isOn
          ? 'Anybody can hear your sermons now.'
          : 'Its address leads nowhere anymore.',
      );
    },
    onError: (failure) => {
      const savedPodcast = currentOf(failure) as PublicPodcast | null;
      if (!savedPodcast) {
        toastError('The podcast could not be changed. Please try again.', failure);
        return;
      }
      client.setQueryData(podcastQuery.queryKey, savedPodcast);
      setAsking(false);
      toastError(explain(failure), undefined, 'Podcast Not Changed');
    },
  });
  return (
    <div className="space-y-4">
      <label className="flex min-h-control items-center justify-between gap-3">
        Publish sermons as a podcast
        <Switch checked={isOn} onCheckedChange={() => setAsking(true)} />
      </label>
      {isOn && (
        <Field
          label="Podcast address"
          help="Give it to your listeners: podcast apps take it under “Add by URL”."
        >
          {(control) => (
            <div className="flex gap-2">
              <Input
                {...control}
                aria-required={undefined}
                readOnly
                value={url}
                onFocus={(event) => event.target.select()}
              />
              <Button
                aria-label="Copy the podcast address"
                size="icon"
                onClick={() => void copy(url, 'The podcast’s address is in your clipboard.')}
              >
                <Copy aria-hidden className="size-4" />
              </Button>
            </div>
          )}
        </Field>
      )}
      <Confirm
        open={isAsking}
        onOpenChange={setAsking}
        title={isOn ? 'Turn the public podcast off?' : 'Make your sermons public?'}
        description={isOn ? <UnpublishWarning /> : <PublishWarning />}
        confirm={isOn ? 'Turn off' : 'Make public'}
        variant={isOn ? 'danger' : 'primary'}
        pending={change.isPending}
        pendingLabel="Saving..."
        onConfirm={() => change.mutate(!isOn)}
      />
    </div>
  );
}

function PublishWarning() {
  return (
    <div className="space-y-3">
      <p>Anybody on the internet will be able to see and hear, without signing in:</p>
      <ul className="list-disc space-y-1 pl-5">
        <li>
          the recordings of all active sermons that have audio, those of the past and those you add
          later
        </li>
        <li>their titles, descriptions and dates</li>
        <li>the names of their preachers</li>
        <li>your church’s name</li>
      </ul>
      <p>
        Podcast apps and directories keep copies, which nobody can call back. Hidden sermons,
        videos, resources, the men’s library and everything else stay inside.
      </p>
    </div>
  );
}

function UnpublishWarning() {
  return (
    <p>
      The podcast’s address and its recordings lead nowhere at once. Podcast apps and people who
      downloaded a sermon may keep their copies.
    </p>
  );
}
