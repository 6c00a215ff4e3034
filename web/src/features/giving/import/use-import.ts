import { useEffect, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { DonationImport } from '#libs/contracts';
import { importQuery, isRunning, progressHref } from './queries';

/**
 * One import, followed while it runs, whichever page one comes from: by the server's events, and by asking again
 * and again until they speak and whenever they break.
 */
export function useImport(id: string) {
  const client = useQueryClient();
  const [listening, setListening] = useState(false);
  const query = useQuery({
    ...importQuery(id),
    refetchInterval: ({ state }) => (!listening && state.data && isRunning(state.data.status) ? 500 : 5 * 60_000),
  });
  const running = query.data !== undefined && isRunning(query.data.status);

  useEffect(() => {
    if (!running) return;
    const { queryKey } = importQuery(id);
    const events = new EventSource(progressHref(id));
    const stop = () => {
      events.close();
      setListening(false);
    };
    events.onmessage = ({ data }: MessageEvent<string>) => {
      const told = JSON.parse(data) as Pick<DonationImport, 'status' | 'progress' | 'message'>;
      if (isRunning(told.status)) {
        setListening(true);
        client.setQueryData(queryKey, (one) => one && { ...one, ...told });
      } else {
        stop();
        void client.invalidateQueries({ queryKey }); // the receipt says more than the events do
      }
    };
    events.onerror = stop;
    return stop;
  }, [client, id, running]);

  return query;
}
