import type { TestApp } from '../app.js';

type WithDatabase = Pick<TestApp, 'database'>;

/**
 * Deletes all notifications and the jobs that would send them. All users get them by email again,
 * about every kind of content.
 */
export const resetNotifications = ({ database }: WithDatabase): Promise<unknown> =>
  database.asSuperuser(
    `delete from notification;
     delete from news_window;
     delete from jobs.job where name in ('mail', 'tell-news', 'published', 'event-changed');
     update app_user
        set notify_new_resources = true,
            notify_new_sermons = true,
            notify_new_events = true,
            notification_method = 'email'`,
  );

/** Deletes all notifications, their jobs, the rate limits and what users have told by SMS. */
export const resetTextMessages = ({ database }: WithDatabase): Promise<unknown> =>
  database.asSuperuser(
    `delete from notification;
     delete from news_window;
     delete from rate_limit;
     delete from sms_stop;
     delete from jobs.job where name in ('mail', 'tell-news', 'text-news', 'published');
     update app_user set notification_method = 'email', sms_number = null`,
  );
