import { type ReactNode, useEffect, useRef } from 'react';
import { useRouter } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { buttonClass } from '../ui/button';
import { LoadingNote, Skeleton } from '../ui/skeleton';

/**
 * Returns a function that goes back to the list and restores its scroll position if the user came
 * from there. Otherwise it calls `otherwise`.
 */
export function useGoBack(otherwise: () => void): () => void {
  const router = useRouter();
  return () => {
    if (router.state.location.state.isOpened) router.history.back();
    else otherwise();
  };
}

/**
 * When an item is closed, moves the focus to the link that opened it (`data-opens`), or to the
 * page's heading.
 */
export function useReturnFocus(openId: string | undefined): void {
  const last = useRef(openId);
  useEffect(() => {
    const closed = last.current;
    last.current = openId;
    if (openId !== undefined || closed === undefined) return;
    // Wait until a closing dialog has returned the focus.
    const timer = window.setTimeout(() => {
      const link =
        document.querySelector<HTMLElement>(`[data-opens="${CSS.escape(closed)}"]`) ??
        document.querySelector<HTMLElement>('[data-page-heading]');
      link?.focus({ preventScroll: true });
    });
    return () => {
      window.clearTimeout(timer);
    };
  }, [openId]);
}

export interface ReaderProps {
  /** The name of the list that the back button leads to. */
  listName: string;
  onBack: () => void;
  /** Undefined while the item is loading. */
  title: string | undefined;
  meta?: ReactNode;
  /** To the right of the title: menu and buttons. */
  actions?: ReactNode;
  children?: ReactNode;
}

/** Shows one item instead of its list, in a column of 680 px. Its heading takes the focus. */
export function Reader({ listName, onBack, title, meta, actions, children }: ReaderProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const isLoaded = title !== undefined;
  useEffect(() => {
    if (isLoaded) heading.current?.focus({ preventScroll: true });
  }, [isLoaded]);
  return (
    <article className="mx-auto w-full max-w-[680px]">
      <button
        type="button"
        data-noprint
        onClick={onBack}
        className={buttonClass({ variant: 'ghost', className: '-ml-3.5' })}
      >
        <ArrowLeft aria-hidden className="size-4" />
        {listName}
      </button>
      {!isLoaded ? (
        <ReaderSkeleton />
      ) : (
        <>
          <header className="mt-3 mb-6">
            <div className="flex items-start justify-between gap-4">
              <h1
                ref={heading}
                tabIndex={-1}
                data-page-heading
                className="min-w-0 text-title break-words"
              >
                {title}
              </h1>
              {actions && (
                <div data-noprint className="flex shrink-0 gap-1">
                  {actions}
                </div>
              )}
            </div>
            {meta && <div className="mt-1.5 text-ink-2">{meta}</div>}
          </header>
          <div className="space-y-6">{children}</div>
        </>
      )}
    </article>
  );
}

function ReaderSkeleton() {
  return (
    <div className="mt-4 space-y-4">
      <LoadingNote />
      <Skeleton className="h-8 w-3/4" />
      <Skeleton className="h-4 w-1/3" />
      <Skeleton className="aspect-video w-full rounded-lg" />
      <Skeleton className="h-5 w-full" />
      <Skeleton className="h-5 w-4/5" />
    </div>
  );
}
