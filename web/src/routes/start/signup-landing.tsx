import { lazy, Suspense, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import {
  BookOpen,
  CalendarDays,
  HandCoins,
  MessagesSquare,
  Palette,
  ShieldCheck,
  Smartphone,
  Users,
} from 'lucide-react';
import { trialDays } from '#libs/contracts';
import { Button, buttonClass } from '../../components/ui/button';
import { PlatformContact } from '../../components/church/platform-contact';
import { SkeletonLines } from '../../components/ui/skeleton';
import { WhenNear } from '../../components/ui/when-near';
import { settingsQuery } from '../../lib/queries/settings';
import { Brand } from '../shell/brand';
import { ThemeSwitch } from '../shell/theme-switch';

const Pricing = lazy(() => import('../../features/tenancy/signup/pricing'));
const ChurchForm = lazy(() => import('../../features/tenancy/signup/church-form'));

const tiles = [
  {
    icon: Users,
    title: 'Member management',
    text: 'Registrations, approvals and roles in one place.',
  },
  {
    icon: CalendarDays,
    title: 'Event management',
    text: 'What happens when, with links to join from afar.',
  },
  {
    icon: MessagesSquare,
    title: 'Communication tools',
    text: 'Announcements for all, messages to the pastor.',
  },
  {
    icon: BookOpen,
    title: 'Resource library',
    text: 'Studies, sermons and short videos, with progress.',
  },
  {
    icon: HandCoins,
    title: 'Donation tracking',
    text: 'A ledger that a treasurer trusts, with CSV import.',
  },
  {
    icon: ShieldCheck,
    title: 'Enhanced security',
    text: 'Second factor, separate data for every church.',
  },
  { icon: Smartphone, title: 'Mobile access', text: 'Every screen on a phone, as on a desk.' },
  { icon: Palette, title: 'Custom branding', text: 'Your logo, your color, your own domain.' },
];

/** The landing page of the portal host, for new churches. */
export default function SignupLanding() {
  const navigate = useNavigate();
  const { data: settings } = useQuery(settingsQuery);
  const [isPricingShown, setPricingShown] = useState(false);
  const [plan, setPlan] = useState<'basic' | 'standard' | 'premium' | 'enterprise'>('basic');
  const go = (id: string) =>
    setTimeout(() => {
      const isReduced = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
      const behavior = isReduced ? 'auto' : 'smooth';
      document.getElementById(id)?.scrollIntoView({ behavior });
    });
  const showPricing = () => {
    setPricingShown(true);
    go('pricing');
  };
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex h-16 items-center justify-between gap-3 px-4 sm:px-8">
        {/* On a phone, the buttons come first. */}
        <Brand className="max-sm:[&>span]:sr-only" />
        <div className="flex items-center gap-1 sm:gap-2">
          <Button variant="ghost" onClick={showPricing}>
            Pricing
          </Button>
          <Button variant="ghost" onClick={() => go('contact')}>
            Contact
          </Button>
          <ThemeSwitch />
        </div>
      </header>
      <main
        id="content"
        tabIndex={-1}
        className={
          'mx-auto w-full max-w-[1120px] flex-1 space-y-20 px-4 pt-10 pb-20 sm:px-8 ' + 'sm:pt-16'
        }
      >
        <section className="max-w-[44rem]">
          <h1 tabIndex={-1} data-page-heading className="text-hero">
            Everything your church runs on, in one portal
          </h1>
          <p className="mt-4 text-read text-ink-2">
            Members, giving, events and resources, kept apart from every other church. Free for{' '}
            {trialDays.signup} days, no credit card required.
          </p>
          <div className="mt-7 flex flex-wrap gap-3">
            <a
              href="#register"
              className={buttonClass({ variant: 'primary', size: 'lg' })}
              onClick={(event) => {
                event.preventDefault();
                go('register');
              }}
            >
              Start Free Trial
            </a>
            <Button size="lg" onClick={showPricing}>
              View Pricing
            </Button>
          </div>
        </section>
        <section aria-labelledby="offers">
          <h2 id="offers" className="text-title">
            What is in it
          </h2>
          <ul
            className={
              'mt-6 grid gap-px overflow-hidden rounded-lg border bg-line sm:grid-cols-2 ' +
              'lg:grid-cols-4'
            }
          >
            {tiles.map(({ icon: Icon, title, text }) => (
              <li key={title} className="bg-surface p-5">
                <Icon aria-hidden className="size-5 text-accent" />
                <h3 className="mt-3 font-medium">{title}</h3>
                <p className="mt-1 text-ink-2">{text}</p>
              </li>
            ))}
          </ul>
        </section>
        {isPricingShown && (
          <Suspense>
            <Pricing
              chosen={plan}
              onShown={() => go('pricing')}
              onChoose={(id) => {
                setPlan(id);
                go('register');
              }}
            />
          </Suspense>
        )}
        <section
          id="register"
          aria-labelledby="register-title"
          className="mx-auto max-w-2xl scroll-mt-6"
        >
          <h2 id="register-title" className="text-title">
            Church Registration
          </h2>
          <p className="mt-1 mb-6 text-ink-2">
            Your {trialDays.signup}-day trial begins at once. You choose your password by a message
            that we send.
          </p>
          <WhenNear fallback={<SkeletonLines lines={12} />}>
            <ChurchForm
              plan={plan}
              onPlan={setPlan}
              onRegistered={(church) =>
                void navigate({ to: '/signup-success', search: { church: church.slug } })
              }
            />
          </WhenNear>
        </section>
      </main>
      <footer id="contact" className="border-t px-4 py-8 text-ink-2 sm:px-8">
        <div
          className={
            'mx-auto flex max-w-[1120px] flex-wrap items-baseline justify-between gap-x-8 ' +
            'gap-y-4'
          }
        >
          <div>
            <h2 className="font-medium text-ink">Contact</h2>
            <p className="mt-1">
              Questions? <PlatformContact settings={settings} />
            </p>
          </div>
          <Button variant="link" size="inline" onClick={showPricing}>
            Pricing
          </Button>
        </div>
      </footer>
    </div>
  );
}
