import { useState } from 'react';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { FileSpreadsheet } from 'lucide-react';
import type { ImportLayout } from '#libs/contracts';
import { Button } from '../../../../components/ui/button';
import { Card } from '../../../../components/ui/card';
import { SearchInput } from '../../../../components/ui/form/search-input';
import { SkeletonLines } from '../../../../components/ui/skeleton';
import { EmptyState, QueryContent } from '../../../../components/ui/states';
import { api } from '../../../../lib/api';
import { formatDay, plural } from '../../../../lib/format';
import { toast, toastError } from '../../../../lib/toast';
import { fieldNames } from './field-names';
import { importLayoutsKey, importLayoutsQuery } from '../queries';
import { answerName } from './word-answers';

const calledLayout = ({ sourceName, fileName }: ImportLayout) =>
  sourceName ?? fileName ?? 'Files without a known name';

/** Deletes a saved mapping. The next file of this kind is asked about again. */
function useForgetLayout() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (layout: ImportLayout) =>
      api(`/api/admin/import-layouts/${layout.id}`, { method: 'DELETE' }),
    onSuccess: (_none, layout) => {
      toast(
        'Forgotten',
        `The next file like ${calledLayout(layout)} will ask what its columns mean.`,
      );
      return client.invalidateQueries({ queryKey: importLayoutsKey });
    },
    onError: (error) => {
      toastError('This could not be forgotten.', error);
      return client.invalidateQueries({ queryKey: importLayoutsKey });
    },
  });
}

/**
 * The saved mappings of the church's files. They can be searched and deleted. The card is absent if
 * there are none.
 */
export default function LayoutsCard() {
  const [search, setSearch] = useState('');
  const layouts = useInfiniteQuery(importLayoutsQuery(search));
  const forget = useForgetLayout();
  const loaded = layouts.data?.pages.flatMap((page) => page.body) ?? [];
  if (search === '' && loaded.length === 0) return null;
  return (
    <Card
      title="Remembered file formats"
      description={
        'What you have answered about the columns, words and funds of your files. Forget ' +
        'an answer, and the next file asks again.'
      }
    >
      <SearchInput
        label="Search remembered file formats"
        placeholder="File or column"
        value={search}
        onChange={setSearch}
        hasShortcut={false}
      />
      <QueryContent
        query={layouts}
        errorTitle="The files could not be loaded."
        placeholder={<SkeletonLines lines={3} />}
      >
        {() =>
          loaded.length === 0 ? (
            <EmptyState icon={FileSpreadsheet} title="No file format matches this search." />
          ) : (
            <>
              <ul className="divide-y">
                {loaded.map((layout) => (
                  <li
                    key={layout.id}
                    className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 py-2"
                  >
                    <Layout layout={layout} />
                    <Button
                      size="sm"
                      variant="ghost"
                      aria-label={`Forget how ${calledLayout(layout)} is read`}
                      disabled={forget.isPending}
                      onClick={() => forget.mutate(layout)}
                    >
                      Forget
                    </Button>
                  </li>
                ))}
              </ul>
              {layouts.hasNextPage && (
                <Button
                  className="mt-3"
                  size="sm"
                  pending={layouts.isFetchingNextPage}
                  pendingLabel="Loading…"
                  onClick={() => void layouts.fetchNextPage()}
                >
                  Show more files
                </Button>
              )}
            </>
          )
        }
      </QueryContent>
    </Card>
  );
}

function Layout({ layout }: { layout: ImportLayout }) {
  const { columns, defaults, words, sourceName, fileName, answeredAt } = layout;
  const settings = [
    sourceName && fileName,
    defaults.paymentMethod && `Method where none stands: ${defaults.paymentMethod}`,
    defaults.campaign && `Fund where none stands: ${defaults.campaign}`,
    `Answered ${formatDay(answeredAt)}`,
  ];
  return (
    <div className="min-w-0 flex-1 basis-64">
      <p className="font-medium break-words">{calledLayout(layout)}</p>
      <p className="text-label break-words text-ink-2">{settings.filter(Boolean).join(' · ')}</p>
      {columns.length + words.length > 0 && (
        <details className="mt-1">
          <summary className="cursor-pointer text-label text-ink-2">
            {[
              columns.length > 0 && plural(columns.length, 'column'),
              words.length > 0 && plural(words.length, 'word'),
            ]
              .filter(Boolean)
              .join(', ')}
          </summary>
          <dl className="mt-1.5 grid gap-x-4 gap-y-1 text-grid sm:grid-cols-2">
            {columns.map(({ header, field }) => (
              <Meaning key={field} term={header} is={fieldNames[field]} />
            ))}
            {words.map(({ field, word, answer }) => (
              <Meaning
                key={`${field} ${word}`}
                term={`${fieldNames[field]} “${word || 'nothing'}”`}
                is={answerName(field, answer)}
              />
            ))}
          </dl>
        </details>
      )}
    </div>
  );
}

const Meaning = ({ term, is }: { term: string; is: string }) => (
  <div className="flex min-w-0 flex-wrap gap-x-1.5">
    <dt className="min-w-0 break-words text-ink-2">{term}</dt>
    <dd className="min-w-0 break-words">
      <span aria-hidden>→ </span>
      {is}
    </dd>
  </div>
);
