import { useEffect, useRef } from 'react';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { api } from '../../../lib/api';
import { Button } from '../../../components/ui/button';
import { Dialog, DialogBody, DialogFooter } from '../../../components/ui/overlay/dialog';
import { Field } from '../../../components/ui/form/field';
import { Input } from '../../../components/ui/form/input';
import { SkeletonLines } from '../../../components/ui/skeleton';
import { QueryContent } from '../../../components/ui/states';
import { copy } from '../../../lib/browser/clipboard';
import { formatMoment } from '../../../lib/format';
import { toast, toastError } from '../../../lib/toast';

const feedsQuery = queryOptions({
  queryKey: ['feeds'],
  queryFn: ({ signal }) => api('/api/feeds', { signal }),
});

/** Creates the secret address of a calendar feed, shows it once, and deletes it. */
export default function FeedDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const query = useQuery(feedsQuery);
  const field = useRef<HTMLInputElement>(null);
  const reloadFeeds = () => client.invalidateQueries({ queryKey: feedsQuery.queryKey });
  const createFeed = useMutation({
    mutationFn: () => api('/api/feeds', { method: 'POST', body: { kind: 'calendar' } }),
    onSuccess: reloadFeeds,
    onError: (failure) => toastError('The link couldn’t be created. Please try again.', failure),
  });
  const deleteFeed = useMutation({
    mutationFn: () => api('/api/feeds/calendar', { method: 'DELETE' }),
    onSuccess: () => {
      createFeed.reset();
      toast('Calendar link turned off', 'The link no longer works.');
      return reloadFeeds();
    },
    onError: (failure) => toastError('The link couldn’t be turned off. Please try again.', failure),
  });
  const url = createFeed.data?.url;
  useEffect(() => {
    if (url) field.current?.select();
  }, [url]);
  const calendarFeed = query.data?.find((feed) => feed.kind === 'calendar');
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Subscribe to the church calendar"
      description={
        'Your calendar app checks this link for new events. The link is only for you: please ' +
        'don’t share it.'
      }
    >
      <DialogBody>
        {url ? (
          <>
            <Field
              label="Your link"
              help={
                'It is shown only once. Add it in your calendar app under “From URL” or ' +
                '“Subscribe”.'
              }
            >
              {(control) => (
                <div className="flex gap-2">
                  <Input
                    {...control}
                    aria-required={undefined}
                    ref={field}
                    readOnly
                    value={url}
                    onFocus={(event) => event.target.select()}
                  />
                  <Button
                    aria-label="Copy the address"
                    size="icon"
                    onClick={() => void copy(url, 'The address is in your clipboard.')}
                  >
                    <Copy aria-hidden className="size-4" />
                  </Button>
                </div>
              )}
            </Field>
            <p>
              <a
                href={url.replace(/^https?:/, 'webcal:')}
                className="font-medium text-accent underline-offset-4 hover:underline"
              >
                Open in this device’s calendar app
              </a>
            </p>
          </>
        ) : (
          <QueryContent
            query={query}
            errorTitle="Your calendar feed could not be loaded."
            placeholder={<SkeletonLines lines={2} />}
          >
            {() =>
              calendarFeed ? (
                <p>
                  You created a link on {formatMoment(calendarFeed.createdAt)}. It is not shown
                  again. A new link replaces it, and the old one stops working.
                </p>
              ) : (
                <p>You have no link yet.</p>
              )
            }
          </QueryContent>
        )}
      </DialogBody>
      <DialogFooter>
        {calendarFeed && (
          <Button
            variant="quietDanger"
            pending={deleteFeed.isPending}
            pendingLabel="Ending..."
            onClick={() => deleteFeed.mutate()}
          >
            Turn off this link
          </Button>
        )}
        {url ? (
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        ) : (
          <Button
            variant="primary"
            pending={createFeed.isPending}
            pendingLabel="Making..."
            onClick={() => createFeed.mutate()}
          >
            {calendarFeed ? 'Create a new link' : 'Create my calendar link'}
          </Button>
        )}
      </DialogFooter>
    </Dialog>
  );
}
