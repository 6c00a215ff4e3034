import { useQuery } from '@tanstack/react-query';
import { Card } from '../../components/ui/card';
import { TopAnnouncement } from '../../features/content/announcements/top-announcement';
import { findComingServices } from '../../features/content/events/coming-services';
import { NextService } from '../../features/content/events/next-service';
import { LatestSermon } from '../../features/content/sermons/latest-sermon';
import { churchToday } from '../../lib/church';
import { settingsQuery } from '../../lib/queries/settings';

/**
 * The card with time and place of the next Sunday, the newest sermon and one announcement. On
 * narrow screens it leaves out the announcement, because the card of announcements is near.
 */
export function ThisSunday() {
  const { data: settings } = useQuery(settingsQuery);
  const hasService =
    settings && findComingServices(settings.services, churchToday(settings)).isThisSunday;
  return (
    <Card title={hasService ? 'This Sunday' : 'Coming Up'}>
      <div
        className={
          'grid gap-x-8 gap-y-3 max-sm:[&>*+*]:border-t max-sm:[&>*+*]:pt-3 sm:grid-cols-2 ' +
          'lg:grid-cols-3'
        }
      >
        <NextService />
        <LatestSermon />
        <div className="max-lg:hidden">
          <TopAnnouncement />
        </div>
      </div>
    </Card>
  );
}
