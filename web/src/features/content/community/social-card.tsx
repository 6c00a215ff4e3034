import { lazy, useState } from 'react';
import { ExternalLink, Link2, Pencil } from 'lucide-react';
import type { Settings } from '#libs/contracts';
import { Button, buttonClass } from '../../../components/ui/button';
import { Card } from '../../../components/ui/card';
import { DialogLoader } from '../../../components/ui/overlay/dialog-loader';
import { socialLinks } from './social';

const EditLinksDialog = lazy(() => import('./edit-links-dialog'));

/** The church's links to social media. Users with the right can edit them here. */
export function SocialCard({
  settings,
  mayEdit,
}: {
  settings: Settings | undefined;
  mayEdit: boolean;
}) {
  const [isEditing, setEditing] = useState(false);
  const links = socialLinks
    .map((network) => ({ ...network, url: settings?.[`${network.name}_url`] ?? '' }))
    .filter(({ url }) => url !== '');
  if (!settings || (links.length === 0 && !mayEdit)) return null;
  return (
    <Card
      title="Connect With Us"
      icon={<Link2 aria-hidden className="text-ink-3" />}
      actions={
        mayEdit && (
          <Button size="sm" onClick={() => setEditing(true)}>
            <Pencil aria-hidden className="size-4" />
            Edit Links
          </Button>
        )
      }
    >
      {links.length === 0 ? (
        <p className="text-ink-2">Links to your church’s pages will be here.</p>
      ) : (
        <ul className="flex flex-wrap gap-2">
          {links.map(({ name, label, url }) => (
            <li key={name}>
              <a href={url} target="_blank" rel="noopener noreferrer" className={buttonClass()}>
                {label}
                <ExternalLink aria-hidden className="size-3.5 text-ink-3" />
              </a>
            </li>
          ))}
        </ul>
      )}
      <DialogLoader onClose={() => setEditing(false)}>
        {isEditing && <EditLinksDialog settings={settings} onClose={() => setEditing(false)} />}
      </DialogLoader>
    </Card>
  );
}
