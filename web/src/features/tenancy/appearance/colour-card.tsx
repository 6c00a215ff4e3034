import { useState } from 'react';
import { Check, LayoutDashboard } from 'lucide-react';
import type { Settings } from '#libs/contracts';
import { Button, buttonClass } from '../../../components/ui/button';
import { Card } from '../../../components/ui/card';
import { Field } from '../../../components/ui/form/field';
import { Input } from '../../../components/ui/form/input';
import { accentTokens } from '../../../lib/colour';
import { currentOf } from '../../../lib/forms/stale-version';
import { useSaveSettings } from './site';

const suggestions = [
  ['#3b82f6', 'Blue'],
  ['#0f766e', 'Teal'],
  ['#15803d', 'Green'],
  ['#b45309', 'Amber'],
  ['#b91c1c', 'Red'],
  ['#be185d', 'Rose'],
  ['#7c3aed', 'Violet'],
  ['#475569', 'Slate'],
] as const;
const isColour = (typed: string) => /^#[\da-f]{6}$/i.test(typed);

/** The setting for the church's color, with a preview in both themes. */
export function ColourCard({ settings }: { settings: Settings }) {
  const [typed, setTyped] = useState(settings.primaryColor);
  const [lastGood, setLastGood] = useState(settings.primaryColor);
  const [versions, setVersions] = useState(settings.versions);
  const save = useSaveSettings({
    done: ['Color Saved', 'It is the portal’s from now on.'],
    failed: ['Error', 'Failed to save the color.'],
  });
  const change = (colour: string) => {
    setTyped(colour);
    if (isColour(colour.trim())) setLastGood(colour.trim().toLowerCase());
  };
  const isGood = isColour(typed.trim());
  const tokens = accentTokens(lastGood);
  return (
    <Card
      title="Primary color"
      description="The color of buttons, links and the active item of the menu, for everybody."
    >
      <form
        noValidate
        className="grid gap-6 lg:grid-cols-[18rem_1fr]"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isGood || save.isPending) return;
          save.mutate(
            { values: { primaryColor: lastGood }, seen: versions },
            {
              onSuccess: (savedSettings) => setVersions(savedSettings.versions),
              // The message says who saved the color. Saving again replaces it.
              onError: (error) =>
                setVersions((currentOf(error) as Settings | null)?.versions ?? versions),
            },
          );
        }}
      >
        <div className="space-y-4">
          <Field
            label="Color"
            help="A color code such as #3b82f6."
            error={isGood ? undefined : 'Please enter a color such as #3b82f6'}
          >
            {(control) => (
              <div className="flex gap-2">
                <input
                  type="color"
                  aria-label="Pick a color"
                  value={lastGood}
                  onChange={(event) => change(event.target.value)}
                  className={
                    'h-control w-12 shrink-0 cursor-pointer rounded-md border ' +
                    'border-control-line bg-surface p-1'
                  }
                />
                <Input
                  {...control}
                  value={typed}
                  spellCheck={false}
                  autoComplete="off"
                  maxLength={20}
                  className="tabular-nums"
                  onChange={(event) => change(event.target.value)}
                />
              </div>
            )}
          </Field>
          <div role="group" aria-label="Suggestions" className="flex flex-wrap gap-2">
            {suggestions.map(([colour, name]) => (
              <button
                key={colour}
                type="button"
                title={name}
                aria-label={name}
                aria-pressed={lastGood === colour}
                onClick={() => change(colour)}
                style={{ backgroundColor: colour }}
                className="grid size-7 place-items-center rounded-full text-white touch:size-11"
              >
                {lastGood === colour && <Check aria-hidden className="size-4" />}
              </button>
            ))}
          </div>
          <Button
            type="submit"
            variant="primary"
            disabled={!isGood || lastGood === settings.primaryColor}
            pending={save.isPending}
            pendingLabel="Saving..."
          >
            Save Color
          </Button>
        </div>
        <div>
          <div className="grid gap-3 sm:grid-cols-2">
            <Preview theme="light" tokens={tokens} />
            <Preview theme="dark" tokens={tokens} />
          </div>
          <p className="mt-3 prose-width text-label text-ink-2">
            Shades are made a little darker or lighter where they must be, so that text stays
            legible: here {tokens['--church-accent']} on light pages and{' '}
            {tokens['--church-accent-dark']} on dark ones.
          </p>
        </div>
      </form>
    </Card>
  );
}

/** A sample of the portal in one theme, independent of the page's theme. */
function Preview({ theme, tokens }: { theme: 'light' | 'dark'; tokens: Record<string, string> }) {
  return (
    <figure className={`${theme} rounded-lg border bg-surface p-4 text-ink`} style={tokens}>
      <figcaption className="text-label text-ink-2">
        {theme === 'light' ? 'Light theme' : 'Dark theme'}
      </figcaption>
      <div
        className={
          'mt-3 flex h-9 items-center gap-3 rounded-md bg-accent-soft px-3 font-medium ' +
          'text-accent'
        }
      >
        <LayoutDashboard aria-hidden className="size-4.5" />
        Dashboard
      </div>
      <div className="mt-3 h-2 overflow-hidden rounded-full bg-line">
        <div className="h-full w-3/5 rounded-full bg-accent" />
      </div>
      <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <span className={buttonClass({ variant: 'primary' })}>Give now</span>
        <span className="font-medium text-accent underline underline-offset-4">A link</span>
      </div>
    </figure>
  );
}
