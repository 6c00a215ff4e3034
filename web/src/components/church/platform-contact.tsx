import type { Settings } from '#libs/contracts';
import { mailTo } from '../../lib/mail-to';

/** A sentence that says how to reach the operator of the installation. */
export function PlatformContact({ settings }: { settings: Settings | undefined }) {
  if (!settings?.platformEmail) return <>Please ask whoever runs this portal.</>;
  return (
    <>
      Write to{' '}
      <a
        href={mailTo(settings.platformEmail)}
        className="font-medium text-accent underline-offset-4 hover:underline"
      >
        {settings.platformEmail}
      </a>
    </>
  );
}
