import { type SubmitEvent, useState } from 'react';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, Hourglass } from 'lucide-react';
import { readDomain, type ChurchDomain } from '#libs/contracts';
import { Badge } from '../../../components/ui/badge';
import { Button } from '../../../components/ui/button';
import { Card } from '../../../components/ui/card';
import { Field } from '../../../components/ui/form/field';
import { Input } from '../../../components/ui/form/input';
import { SkeletonLines } from '../../../components/ui/skeleton';
import { QueryContent } from '../../../components/ui/states';
import { api, explain } from '../../../lib/api';
import { toast, toastError } from '../../../lib/toast';

const path = '/api/church/domain';
const domainQuery = queryOptions({
  queryKey: ['church-domain'],
  queryFn: ({ signal }) => api(path, { signal }),
});

/** The church's custom domain: its name, the state of its DNS records, and whether it works. */
export function DomainCard() {
  const query = useQuery(domainQuery);
  return (
    <Card
      title="Your own domain"
      description="Members reach the portal there as soon as its DNS records are seen."
    >
      <QueryContent
        query={query}
        errorTitle="The domain could not be loaded."
        placeholder={<SkeletonLines lines={3} />}
        isErrorFirst
      >
        {(domain) => <DomainForm domain={domain} />}
      </QueryContent>
    </Card>
  );
}

function DomainForm({ domain }: { domain: ChurchDomain }) {
  const client = useQueryClient();
  /** What the user has typed since the domain was saved; null for nothing. */
  const [typed, setTyped] = useState<string | null>(null);
  const domainText = typed ?? domain.domain ?? '';
  const keep = (savedDomain: ChurchDomain) =>
    client.setQueryData(domainQuery.queryKey, savedDomain);
  const save = useMutation({
    mutationFn: (next: string) => api(path, { method: 'PUT', body: { domain: next } }),
    onSuccess: (savedDomain) => {
      keep(savedDomain);
      setTyped(null);
      toast('Settings Updated', 'Please add the records where your domain is managed.');
    },
  });
  const check = useMutation({
    mutationFn: () => api(`${path}/check`, { method: 'POST' }),
    onSuccess: (savedDomain) => {
      keep(savedDomain);
      toast(
        savedDomain.isVerified ? 'Domain Verified' : 'Not Seen Yet',
        savedDomain.isVerified
          ? 'It leads to your church now.'
          : 'The TXT record is not there yet. Changes of DNS may take a day.',
      );
    },
    onError: (error) => toastError('The record could not be looked for.', error),
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    // Send an invalid domain too, because the server says what is wrong with it.
    const read = readDomain(domainText);
    if (read !== null && read === domain.domain) setTyped(null);
    else if (!save.isPending) save.mutate(read ?? domainText);
  };
  return (
    <div className="space-y-5">
      <form onSubmit={submit} noValidate className="flex flex-wrap items-end gap-2">
        <Field
          label="Domain"
          error={save.error ? explain(save.error) : undefined}
          className="flex-1 basis-64"
        >
          {(control) => (
            <Input
              {...control}
              autoComplete="off"
              spellCheck={false}
              placeholder="portal.yourchurch.org"
              value={domainText}
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
        </Field>
        <Button type="submit" pending={save.isPending} pendingLabel="Saving...">
          Save Domain
        </Button>
      </form>
      {domain.domain && (
        <div className="space-y-3">
          <div className="flex flex-wrap items-center justify-between gap-3">
            {domain.isVerified ? (
              <Badge tone="good" icon={CircleCheck}>
                Verified
              </Badge>
            ) : (
              <Badge tone="hold" icon={Hourglass}>
                Waiting for its records
              </Badge>
            )}
            {!domain.isVerified && (
              <Button
                size="sm"
                pending={check.isPending}
                pendingLabel="Looking..."
                onClick={() => check.mutate()}
              >
                Check now
              </Button>
            )}
          </div>
          <ul className="divide-y rounded-md border">
            {domain.records.map(({ type, name, value }) => (
              <li
                key={type}
                className={
                  'grid gap-x-4 gap-y-0.5 px-3 py-2.5 text-grid ' + 'sm:grid-cols-[4.5rem_1fr_1fr]'
                }
              >
                <span className="font-medium">{type}</span>
                <span className="font-mono break-all">{name}</span>
                <span className="font-mono break-all text-ink-2">{value}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}
