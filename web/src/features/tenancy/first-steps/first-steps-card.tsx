import { Link } from '@tanstack/react-router';
import { Circle, CircleCheck } from 'lucide-react';
import type { FirstSteps } from '#libs/contracts';
import { Button } from '../../../components/ui/button';
import { Card } from '../../../components/ui/card';
import { Progress } from '../../../components/ui/progress';
import { cn } from '../../../lib/cn';
import { useHideFirstSteps } from './hide-first-steps';

const steps = [
  {
    step: 'look',
    to: '/admin/appearance',
    title: 'Add your logo and color',
    text: 'Your people know at once where they are.',
  },
  {
    step: 'services',
    to: '/admin/settings',
    title: 'Enter your service times',
    text: 'Members read them in the Church Program and on the Community page.',
  },
  {
    step: 'people',
    to: '/admin/members',
    dialog: 'invite',
    title: 'Invite your people',
    text: 'Your pastor and secretary first, then everybody: by email, by a link or from a file.',
  },
  {
    step: 'giving',
    to: '/admin/settings',
    title: 'Say where people give online',
    text: 'The Donate button leads to the giving link that you set.',
  },
  {
    step: 'gifts',
    to: '/admin/donation-imports',
    title: 'Bring in your first gifts',
    text: 'Import a year of them from a file, or record them one by one under Member Donations.',
  },
] satisfies { step: keyof FirstSteps; to: string; dialog?: string; title: string; text: string }[];

/** The first steps of a new church, on the dashboard of its admins. */
export function FirstStepsCard({ done }: { done: FirstSteps }) {
  const hideFirstSteps = useHideFirstSteps();
  const count = steps.filter(({ step }) => done[step]).length;
  return (
    <Card
      title="Get your church ready"
      description={`${count} of ${steps.length} done`}
      actions={
        <Button
          variant="ghost"
          pending={hideFirstSteps.isPending}
          pendingLabel="One moment…"
          onClick={() => hideFirstSteps.mutate(true)}
        >
          Dismiss
        </Button>
      }
    >
      <Progress
        label="First steps"
        value={(count / steps.length) * 100}
        valueText={`${count} of ${steps.length} done`}
      />
      <ul className="mt-4 grid gap-x-8 gap-y-4 sm:grid-cols-2">
        {steps.map(({ step, to, dialog, title, text }) => (
          // On a phone, only what is left to do.
          <li key={step} className={cn('flex gap-3', done[step] && 'max-sm:hidden')}>
            {done[step] ? (
              <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-good" />
            ) : (
              <Circle aria-hidden className="mt-0.5 size-5 shrink-0 text-ink-3" />
            )}
            <div className="min-w-0">
              <p className="font-medium">
                <span className="sr-only">{done[step] ? 'Done: ' : 'To do: '}</span>
                {done[step] ? (
                  <span className="text-ink-2">{title}</span>
                ) : (
                  <Link
                    to={to}
                    state={dialog ? { dialog } : {}}
                    className="text-accent underline-offset-4 hover:underline"
                  >
                    {title}
                  </Link>
                )}
              </p>
              {!done[step] && <p className="text-ink-2 max-sm:hidden">{text}</p>}
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}
