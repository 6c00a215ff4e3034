import { type ReactNode } from 'react';
import { Brand } from './brand';
import { ThemeSwitch } from './theme-switch';

/**
 * The frame of pages for users who are not signed in or not approved: the name at the top, the
 * theme switch at the right.
 */
export function PublicFrame({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex h-16 items-center justify-between gap-4 px-4 sm:px-8">
        <a href="/" className="min-w-0 rounded-md">
          <Brand />
        </a>
        <ThemeSwitch />
      </header>
      <main id="content" tabIndex={-1} className="flex flex-1 flex-col">
        {children}
      </main>
    </div>
  );
}

/** A narrow centered column, for forms and notices. */
export function PublicColumn({ children }: { children: ReactNode }) {
  return <div className="mx-auto w-full max-w-md flex-1 px-4 pt-8 pb-16 sm:pt-16">{children}</div>;
}
