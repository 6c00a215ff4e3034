import { useState } from 'react';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { UserSearch } from 'lucide-react';
import type { ImportAnswer } from '#libs/contracts';
import { Button } from '../../../../components/ui/button';
import { Card } from '../../../../components/ui/card';
import { SearchInput } from '../../../../components/ui/form/search-input';
import { SkeletonLines } from '../../../../components/ui/skeleton';
import { EmptyState, QueryContent } from '../../../../components/ui/states';
import { api } from '../../../../lib/api';
import { toast, toastError } from '../../../../lib/toast';
import { giverLabel } from './giver-row';
import { importAnswersQuery } from '../queries';

/** Deletes an answer of the church. The next file asks again. */
function useForget() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (answer: ImportAnswer) =>
      api(`/api/admin/import-answers/${answer.id}`, { method: 'DELETE' }),
    onSuccess: (_none, answer) => {
      toast('Forgotten', `The next file that names ${giverLabel(answer)} will ask who it is.`);
      return client.invalidateQueries({ queryKey: ['giving', 'imports', 'answers'] });
    },
    onError: (error) => {
      toastError('This could not be forgotten.', error);
      return client.invalidateQueries({ queryKey: ['giving', 'imports', 'answers'] });
    },
  });
}

/**
 * The church's answers about the givers of its files. They can be searched and deleted. The card is
 * absent if there are none.
 */
export default function AnswersCard() {
  const [search, setSearch] = useState('');
  const answers = useInfiniteQuery(importAnswersQuery(search === '' ? {} : { search }));
  const forget = useForget();
  const loaded = answers.data?.pages.flatMap((page) => page.body) ?? [];
  if (search === '' && loaded.length === 0) return null;
  return (
    <Card
      title="Remembered givers"
      description={
        'What you have answered about the givers of your files. Forget an answer, and the ' +
        'next file asks again.'
      }
    >
      <SearchInput
        label="Search remembered givers"
        placeholder="Name or email"
        value={search}
        onChange={setSearch}
        hasShortcut={false}
      />
      <QueryContent
        query={answers}
        errorTitle="The answers could not be loaded."
        placeholder={<SkeletonLines lines={3} />}
      >
        {() =>
          loaded.length === 0 ? (
            <EmptyState icon={UserSearch} title="No remembered giver matches this search." />
          ) : (
            <>
              <ul className="divide-y">
                {loaded.map((answer) => (
                  <li
                    key={answer.id}
                    className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2"
                  >
                    <span className="min-w-0 flex-1 basis-56">
                      <span className="block font-medium break-words">
                        {giverLabel(answer)} → {answer.donor?.name ?? 'a guest'}
                        {answer.donor?.kind === 'guest' && (
                          <span className="font-normal text-ink-2"> (guest)</span>
                        )}
                      </span>
                      {answer.name && answer.email && (
                        <span className="block text-label break-words text-ink-2">
                          {answer.email}
                        </span>
                      )}
                    </span>
                    <Button
                      size="sm"
                      variant="ghost"
                      aria-label={`Forget who ${giverLabel(answer)} is`}
                      disabled={forget.isPending}
                      onClick={() => forget.mutate(answer)}
                    >
                      Forget
                    </Button>
                  </li>
                ))}
              </ul>
              {answers.hasNextPage && (
                <Button
                  className="mt-3"
                  size="sm"
                  pending={answers.isFetchingNextPage}
                  pendingLabel="Loading…"
                  onClick={() => void answers.fetchNextPage()}
                >
                  Show more answers
                </Button>
              )}
            </>
          )
        }
      </QueryContent>
    </Card>
  );
}

/** Shows in a member's panel the names that files use for the member; nothing if there are none. */
export function KnownAs({ donorId }: { donorId: string }) {
  const { data } = useInfiniteQuery(importAnswersQuery({ donorId }));
  const forget = useForget();
  const loaded = data?.pages.flatMap((page) => page.body) ?? [];
  if (loaded.length === 0) return null;
  return (
    <section aria-labelledby="known-as" className="mt-6">
      <h3 id="known-as" className="text-card">
        The import knows as
      </h3>
      <ul className="mt-1 divide-y">
        {loaded.map((answer) => (
          <li key={answer.id} className="flex items-center justify-between gap-3 py-1.5">
            <span className="min-w-0 break-words">
              {giverLabel(answer)}
              {answer.name && answer.email && (
                <span className="block text-label text-ink-2">{answer.email}</span>
              )}
            </span>
            <Button
              size="sm"
              variant="ghost"
              aria-label={`Forget who ${giverLabel(answer)} is`}
              disabled={forget.isPending}
              onClick={() => forget.mutate(answer)}
            >
              Forget
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
