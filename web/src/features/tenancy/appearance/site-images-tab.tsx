import { useMemo } from 'react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { LazyBulkActions, PreloadBulkActions } from '../../../components/content/bulk-lazy';
import { Button } from '../../../components/ui/button';
import { Card } from '../../../components/ui/card';
import { ChoiceChip, FilterBar } from '../../../components/ui/overlay/filter-chips';
import { useSelection } from '../../../components/ui/grid/selection';
import SelectionBar from '../../../components/ui/grid/selection-bar';
import { SearchInput } from '../../../components/ui/form/search-input';
import { ShowMore } from '../../../components/ui/show-more';
import { SkeletonLines } from '../../../components/ui/skeleton';
import { EmptyState, ErrorState } from '../../../components/ui/states';
import type { ContentWords } from '../../../lib/content/change-content';
import { plural } from '../../../lib/format';
import { usePhone } from '../../../lib/browser/use-media';
import { otherKind, pictureKinds } from './picture-kinds';
import { PicturesCard } from './pictures-card';
import { type PictureListOptions, pictureListQuery } from './site';

const failed = {
  create: 'Failed to upload the picture.',
  update: 'Failed to update the pictures.',
  delete: 'Failed to delete the pictures.',
};
const words: ContentWords = {
  Title: 'Picture',
  one: 'picture',
  many: 'pictures',
  failed,
  serverFirst: [],
};
const states = [
  { value: 'true', label: 'Active' },
  { value: 'false', label: 'Inactive' },
];
const kinds = [...pictureKinds, otherKind];
const idOf = ({ id }: { id: string }) => id;

export interface SiteImagesTabProps {
  options: PictureListOptions;
  onOptions: (next: PictureListOptions) => void;
  onClear: () => void;
}

/** All pictures of the church by kind, with search, pages and bulk actions. */
export function SiteImagesTab({ options, onOptions, onClear }: SiteImagesTabProps) {
  const { data, error, refetch, isFetching, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useInfiniteQuery(pictureListQuery(options));
  const pictures = useMemo(() => data?.pages.flatMap((page) => page.body), [data]);
  const selection = useSelection(pictures ?? noPictures, idOf);
  const isPhone = usePhone();
  const isFiltered = options.q !== undefined || options.active !== undefined;
  // The kinds after the last loaded picture are not known yet.
  const lastKind = hasNextPage
    ? kinds.findIndex(({ type }) => type === pictures?.at(-1)?.type)
    : kinds.length;
  const shownKinds = kinds
    .map((kind) => ({ kind, own: pictures?.filter(({ type }) => type === kind.type) ?? [] }))
    .filter(
      ({ kind, own }, index) =>
        own.length > 0 || (!isFiltered && kind !== otherKind && index <= lastKind),
    );
  const hasNoMatch = isFiltered && pictures?.length === 0;
  const isChoosing = pictures !== undefined && selection.chosen.length > 0;
  const acts = isChoosing && (
    <SelectionBar
      selection={selection}
      selectable={{
        label: ({ title }) => title,
        actions: (chosenPictures, deselect) => (
          <LazyBulkActions
            kind="site-images"
            words={words}
            chosen={chosenPictures.map(({ id, title, active }) => ({
              id,
              title,
              isActive: active,
            }))}
            deselect={deselect}
          />
        ),
      }}
      loaded={pictures.length}
      hasAllRows={!hasNextPage}
    />
  );
  return (
    <PreloadBulkActions className="space-y-6">
      <FilterBar
        end={
          isChoosing && !isPhone ? (
            <div className="flex flex-wrap items-center gap-1">{acts}</div>
          ) : (
            <span className="text-grid text-ink-2 tabular-nums" role="status">
              {pictures &&
                pictures.length > 0 &&
                `${plural(pictures.length, words.one, words.many)}${hasNextPage ? ' so far' : ''}`}
            </span>
          )
        }
      >
        <SearchInput
          label="Search pictures"
          placeholder="Title or description"
          value={options.q ?? ''}
          onChange={(q) => onOptions({ q: q === '' ? undefined : q })}
        />
        <ChoiceChip
          label="Status"
          value={options.active}
          options={states}
          onChange={(active) => onOptions({ active })}
        />
      </FilterBar>
      {!pictures && (
        <Card>
          {error ? (
            <ErrorState
              title="The pictures could not be loaded."
              error={error}
              onRetry={() => void refetch()}
              retrying={isFetching}
            />
          ) : (
            <SkeletonLines lines={6} />
          )}
        </Card>
      )}
      {hasNoMatch && (
        <Card>
          <EmptyState
            icon={SearchX}
            title="No picture matches these filters."
            action={<Button onClick={onClear}>Remove all filters</Button>}
          />
        </Card>
      )}
      {pictures &&
        !hasNoMatch &&
        shownKinds.map(({ kind, own }) => (
          <PicturesCard
            key={kind.type}
            kind={kind}
            pictures={own}
            isPart={isFiltered}
            hasMore={hasNextPage && kind === kinds[lastKind]}
            choosing={{
              has: selection.has,
              toggle: (id, range) =>
                selection.toggle(
                  pictures.findIndex((picture) => picture.id === id),
                  range,
                ),
            }}
          />
        ))}
      <ShowMore
        hasMore={hasNextPage}
        pending={isFetchingNextPage}
        onMore={() => void fetchNextPage()}
      />
      {isChoosing && isPhone && (
        <div
          role="group"
          aria-label="What is chosen"
          data-cards-bar="tall"
          className={
            'sticky bottom-[calc(var(--above-actions)+max(10px,var(--safe-bottom)))] z-10 flex ' +
            'flex-wrap items-center justify-between gap-1 rounded-lg border border-line-strong ' +
            'bg-surface p-1 shadow-float [&_button]:min-h-11 [&_button]:min-w-11'
          }
        >
          {acts}
        </div>
      )}
    </PreloadBulkActions>
  );
}

const noPictures: never[] = [];
