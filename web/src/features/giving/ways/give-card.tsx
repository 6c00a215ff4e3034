import { lazy, useState } from 'react';
import { ArrowLeft, Church, ExternalLink, Info, Mail } from 'lucide-react';
import type { Settings } from '#libs/contracts';
import { Button, buttonClass } from '../../../components/ui/button';
import { Card } from '../../../components/ui/card';
import { Skeleton } from '../../../components/ui/skeleton';
import { Tabs } from '../../../components/ui/tabs';
import { WhenNear } from '../../../components/ui/when-near';
import { churchNameOf } from '../../../lib/church';
import { httpUrl, paymentLink } from './payment-link';

const PaymentCode = lazy(() => import('./payment-code'));

/** The ways to give: online in the first tab, by check or in person in the second. */
export function GiveCard({ settings }: { settings: Settings | undefined }) {
  const [tab, setTab] = useState<'online' | 'other'>('online');
  const url = httpUrl(settings?.donationUrl);
  return (
    <Card
      title="Make a Donation"
      footer={
        <>
          <span className="min-w-0 truncate">{churchNameOf(settings)}</span>
          {url && (
            <a href={url} target="_blank" rel="noreferrer" className={buttonClass({ size: 'sm' })}>
              <ExternalLink aria-hidden className="size-4" />
              Open in New Tab
            </a>
          )}
        </>
      }
    >
      <Tabs
        label="Ways to give"
        value={tab}
        onChange={setTab}
        tabs={[
          {
            value: 'online',
            label: 'Donate Online',
            // The area of online giving is at least 600 px and 70 % of the window high, whichever
            // is more.
            panel: (
              <div className="grid min-h-[max(600px,70vh)] place-items-center py-8">
                {settings ? (
                  <OnlineGiving settings={settings} url={url} />
                ) : (
                  <Skeleton className="h-72 w-full max-w-md" />
                )}
              </div>
            ),
          },
          {
            value: 'other',
            label: 'Other Ways to Give',
            panel: (
              <div className="pt-6">
                <OtherWays churchName={churchNameOf(settings)} />
                <Button className="mt-6" onClick={() => setTab('online')}>
                  <ArrowLeft aria-hidden className="size-4" />
                  Back to Online Giving
                </Button>
              </div>
            ),
          },
        ]}
      />
    </Card>
  );
}

function OnlineGiving({ settings, url }: { settings: Settings; url: string | null }) {
  const link = paymentLink(settings.paymentHandle);
  return (
    <div className="flex w-full max-w-md flex-col items-center gap-6 text-center">
      {url && (
        <div className="space-y-3">
          <p className="text-lead font-semibold">Give securely online</p>
          <p className="text-ink-2">
            The donation page of {churchNameOf(settings)} opens in a new tab.
          </p>
          <a
            href={url}
            target="_blank"
            rel="noreferrer"
            className={buttonClass({ variant: 'primary', size: 'lg' })}
          >
            Donate
            <ExternalLink aria-hidden className="size-4.5" />
          </a>
        </div>
      )}
      {url && link && (
        <div aria-hidden className="flex w-full items-center gap-4 text-label text-ink-3">
          <span className="h-px flex-1 bg-line" />
          or
          <span className="h-px flex-1 bg-line" />
        </div>
      )}
      {link && (
        <div className="space-y-3">
          <WhenNear fallback={<Skeleton className="mx-auto size-56" />}>
            <PaymentCode link={link} label={`QR code to pay ${settings.paymentHandle}`} />
          </WhenNear>
          <p className="text-ink-2">Scan with your phone to give through Cash App</p>
          <p className="text-card">
            <a
              href={link}
              target="_blank"
              rel="noreferrer"
              className="text-accent underline-offset-4 hover:underline"
            >
              {settings.paymentHandle}
            </a>
          </p>
        </div>
      )}
      {!url && !link && (
        <p className="text-ink-2">
          Online giving is not set up yet. The other ways to give are open as always.
        </p>
      )}
      <p
        className={
          'flex items-start gap-2 rounded-md bg-sunken px-3.5 py-2.5 text-left text-grid ' +
          'text-ink-2'
        }
      >
        <Info aria-hidden className="mt-0.5 size-4 shrink-0" />
        Donations are tax-deductible, and you will be given a receipt.
      </p>
    </div>
  );
}

function OtherWays({ churchName }: { churchName: string }) {
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Way icon={Mail} title="Pay by Check">
        Make your check payable to {churchName}. Please contact us for the mailing address.
      </Way>
      <Way icon={Church} title="In-Person Giving">
        Place your gift in the offering plate during any of our services.
      </Way>
    </div>
  );
}

export function Way({
  icon: Icon,
  title,
  children,
}: {
  icon: typeof Mail;
  title: string;
  children: React.ReactNode;
}) {
  return (
    <div className="flex gap-3">
      <span className="grid size-9 shrink-0 place-items-center rounded-md bg-sunken text-ink-2">
        <Icon aria-hidden className="size-4.5" />
      </span>
      <div>
        <h3 className="font-medium">{title}</h3>
        <p className="mt-0.5 text-ink-2">{children}</p>
      </div>
    </div>
  );
}
