import { useQuery } from '@tanstack/react-query';
import { CalendarPlus, CalendarSearch, Download, Video } from 'lucide-react';
import type { Event } from '#libs/contracts';
import { Button, buttonClass } from '../../../components/ui/button';
import { Menu } from '../../../components/ui/overlay/menu';
import { titleId } from '../../../components/content/media-card';
import type { MenuEntry } from '../../../components/ui/overlay/menu-entries';
import { googleCalendarLink, googleEntryLink } from '../../../lib/content/event-time';
import { settingsQuery } from '../../../lib/queries/settings';

/** Buttons that add an event to the user's calendar and open its online meeting. */
export function EventActs({ event, size = 'md' }: { event: Event; size?: 'sm' | 'md' }) {
  const timeZone = useQuery(settingsQuery).data?.timeZone ?? 'America/New_York';
  const openInNewTab = (href: string) => () =>
    void window.open(href, '_blank', 'noopener,noreferrer');
  const entries: MenuEntry[] = [
    {
      kind: 'link',
      label: 'Calendar file (.ics)',
      icon: Download,
      href: `/api/events/${event.id}.ics`,
      download: true,
    },
    {
      kind: 'item',
      label: 'Google Calendar',
      icon: CalendarPlus,
      onSelect: openInNewTab(googleCalendarLink(event, timeZone)),
    },
    ...(event.googleCalendarId
      ? [
          {
            kind: 'item',
            label: 'View in Google Calendar',
            icon: CalendarSearch,
            onSelect: openInNewTab(googleEntryLink(event.googleCalendarId)),
          } as const,
        ]
      : []),
  ];
  return (
    <div data-noprint className="relative z-10 flex flex-wrap gap-2">
      {event.webexLink && !event.isPast && (
        <a
          href={event.webexLink}
          target="_blank"
          rel="noopener noreferrer"
          className={buttonClass({ variant: 'primary', size })}
        >
          <Video aria-hidden className="size-4" />
          Join WebEx Meeting
        </a>
      )}
      {!event.isPast && (
        <Menu
          trigger={
            <Button size={size} aria-describedby={titleId(event.id)}>
              <CalendarPlus aria-hidden className="size-4" />
              Add to calendar
            </Button>
          }
          entries={entries}
        />
      )}
    </div>
  );
}
