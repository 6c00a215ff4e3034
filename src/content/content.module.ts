import { Module } from '@nestjs/common';
import { AnnouncementsController } from './announcements/announcements.controller.js';
import { BrothersController } from './brothers/brothers.controller.js';
import { EventsController } from './events/events.controller.js';
import { CurrentOccurrenceStore } from './events/current-occurrences.js';
import { FeedsController, OwnFeedsController } from './feeds/feeds.controller.js';
import { PublicPodcastController } from './feeds/public-podcast.controller.js';
import { FileStorageWatch } from './files/file-storage-watch.js';
import { fileStore } from './files/file-store.js';
import { FilesController } from './files/files.controller.js';
import { Files } from './files/files.js';
import { ContentImagesController } from './files/images.controller.js';
import { UploadLocks } from './files/upload-locks.js';
import { UploadsController } from './files/uploads.controller.js';
import { ContentImportsController } from './imports/imports.controller.js';
import { NotifierStateController } from './notifications/notifier-state.controller.js';
import { EventChanges } from './notifications/event-changes.js';
import { Notifier } from './notifications/notifier.js';
import { TextMessages } from './notifications/text-messages.js';
import { NotificationsController } from './notifications/notifications.controller.js';
import { UnsubscribeController } from './notifications/unsubscribe.controller.js';
import { NuggetsController } from './nuggets/nuggets.controller.js';
import { Announcements } from './announcements/announcements.js';
import { Brothers } from './brothers/brothers.js';
import { Events } from './events/events.js';
import { Nuggets } from './nuggets/nuggets.js';
import { Resources } from './resources/resources.js';
import { Sermons } from './sermons/sermons.js';
import { Studies } from './studies/studies.js';
import { Pictures } from './pictures.js';
import { Publishing } from './publishing.js';
import { ProgressController } from './resources/progress.controller.js';
import { ResourcesController } from './resources/resources.controller.js';
import { SearchController } from './search/search.controller.js';
import { SermonsController } from './sermons/sermons.controller.js';
import { TrashController } from './trash/trash.controller.js';
import { Trash } from './trash/trash.js';
import { StudiesController } from './studies/studies.controller.js';

/** Content that staff publish for members, its files and its notifications. */
@Module({
  controllers: [
    ResourcesController,
    ProgressController,
    SermonsController,
    NuggetsController,
    EventsController,
    AnnouncementsController,
    StudiesController,
    BrothersController,
    TrashController,
    ContentImportsController,
    OwnFeedsController,
    FeedsController,
    PublicPodcastController,
    SearchController,
    NotificationsController,
    NotifierStateController,
    UnsubscribeController,
    UploadsController,
    FilesController,
    ContentImagesController,
  ],
  providers: [
    Resources,
    Sermons,
    Nuggets,
    Events,
    Announcements,
    Studies,
    Brothers,
    Trash,
    CurrentOccurrenceStore,
    FileStorageWatch,
    fileStore,
    Files,
    UploadLocks,
    Pictures,
    Publishing,
    Notifier,
    EventChanges,
    TextMessages,
  ],
  exports: [Files, FileStorageWatch],
})
export class ContentModule {}
