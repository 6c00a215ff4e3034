import { type ReactNode } from 'react';
import { CircleAlert, type LucideIcon, RotateCw } from 'lucide-react';
import { explain } from '../../lib/api';
import { Button } from './button';

export interface EmptyStateProps {
  icon: LucideIcon;
  /** One line that says what will be listed. */
  title: string;
  hint?: ReactNode;
  /** One action. */
  action?: ReactNode;
}

export function EmptyState({ icon: Icon, title, hint, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center px-4 py-10 text-center">
      <span className="mb-3 grid size-10 place-items-center rounded-full bg-sunken text-ink-2">
        <Icon aria-hidden className="size-5" />
      </span>
      <p className="font-medium">{title}</p>
      {hint && <p className="mt-1 max-w-[46ch] text-ink-2">{hint}</p>}
      {action && <div className="mt-4">{action}</div>}
    </div>
  );
}

export interface ErrorStateProps {
  /** Says what failed: "Your donations could not be loaded." */
  title: string;
  error: unknown;
  onRetry: () => void;
  retrying?: boolean;
}

export function ErrorState({ title, error, onRetry, retrying }: ErrorStateProps) {
  return (
    <div role="alert" className="flex flex-col items-center px-4 py-10 text-center">
      <span className="mb-3 grid size-10 place-items-center rounded-full bg-bad-soft text-bad">
        <CircleAlert aria-hidden className="size-5" />
      </span>
      <p className="font-medium">{title}</p>
      <p className="mt-1 max-w-[46ch] text-ink-2">{explain(error)}</p>
      <Button className="mt-4" onClick={onRetry} pending={retrying} pendingLabel="Trying again…">
        <RotateCw aria-hidden className="size-4" />
        Try again
      </Button>
    </div>
  );
}

/** The parts of a query's result that say whether it is loading, has failed or has data. */
interface QueryProgress<Value> {
  data: Value | undefined;
  error: unknown;
  isFetching: boolean;
  refetch: () => Promise<unknown>;
}

export interface QueryContentProps<Value> {
  query: QueryProgress<Value>;
  /** Says what failed: "Your donations could not be loaded." */
  errorTitle: string;
  /** Shown while the query loads. */
  placeholder: ReactNode;
  /** If a later request fails, the error replaces the earlier result. */
  isErrorFirst?: boolean;
  /** Renders the result. */
  children: (value: Value) => ReactNode;
}

/** Renders the result of a query, or its error, or the placeholder while it loads. */
export function QueryContent<Value>({
  query: { data: value, error, isFetching, refetch },
  errorTitle,
  placeholder,
  isErrorFirst = false,
  children,
}: QueryContentProps<Value>): ReactNode {
  if (value !== undefined && !(isErrorFirst && error)) return children(value);
  if (!error) return placeholder;
  return (
    <ErrorState
      title={errorTitle}
      error={error}
      onRetry={() => void refetch()}
      retrying={isFetching}
    />
  );
}
