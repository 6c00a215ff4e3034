import { Logger, Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { Database } from '#libs/database';
import { Projector, describeTrouble, type RoutedStore } from '#libs/event-sourcing';
import { ChurchImportsModule } from './church-imports.js';
import { Config } from '../ops/config.js';
import { ThrottledLog } from '../ops/throttled-log.js';
import { AdminDonationsController, DonationsController } from './donation/donation.controller.js';
import {
  CorrectDonationHandler,
  RecordDonationHandler,
  RestoreDonationHandler,
  VoidDonationHandler,
} from './donation/donation.handlers.js';
import { donationProjection } from './donation/donation.projection.js';
import { StoreMemberDonorHandler, MarkMemberLeftHandler } from './donor/donor.handlers.js';
import { EVENT_STORE, openEventStores } from './event-store.js';
import { Follower } from './follower/follower.js';
import { FundraisersController } from './fundraiser/fundraiser.controller.js';
import {
  ChangeFundraiserHandler,
  OpenFundraiserHandler,
  RemoveFundraiserHandler,
} from './fundraiser/fundraiser.handlers.js';
import { fundraiserProjection } from './fundraiser/fundraiser.projection.js';
import { GivingDownloadsController } from './downloads/downloads.controller.js';
import { Drafts } from './import/review/drafts.js';
import {
  ImportAnswersController,
  ImportGiversController,
} from './import/review/givers/givers.controller.js';
import { ImportLayoutsController } from './import/reading/layouts.controller.js';
import { ImportsController } from './import/import.controller.js';
import { ImportRecordingController } from './import/recording/recording.controller.js';
import { ImportRowsController } from './import/review/rows.controller.js';
import { ImportRunner } from './import/recording/runner.js';
import { SweepDraftsHandler } from './import/recording/sweep.js';
import { HeadKeeper } from './journal/head-keeper.js';
import { Journal } from './journal/journal.js';
import { LedgerController } from './ledger/ledger.controller.js';
import { PledgesController } from './pledge/pledge.controller.js';
import { ChangePledgeHandler, MakePledgeHandler } from './pledge/pledge.handlers.js';
import { pledgeProjection } from './pledge/pledge.projection.js';
import { GivingStreams } from './streams.js';
import { GivingTodayController } from './today/today.controller.js';

export const givingProjections = [donationProjection, pledgeProjection, fundraiserProjection];

@Module({
  imports: [CqrsModule, ChurchImportsModule],
  controllers: [
    AdminDonationsController,
    DonationsController,
    GivingDownloadsController,
    LedgerController,
    GivingTodayController,
    PledgesController,
    FundraisersController,
    ImportsController,
    ImportRowsController,
    ImportRecordingController,
    ImportGiversController,
    ImportAnswersController,
    ImportLayoutsController,
  ],
  providers: [
    GivingStreams,
    HeadKeeper,
    Drafts,
    ImportRunner,
    Follower,
    {
      provide: EVENT_STORE,
      inject: [Config, Database],
      useFactory: (config: Config, db: Database) =>
        openEventStores(config, db, logProblem(new Logger('event store'))),
    },
    {
      provide: Projector,
      inject: [Database, EVENT_STORE, HeadKeeper],
      useFactory: (db: Database, store: RoutedStore, heads: HeadKeeper) => {
        const projector = new Projector(db, store, new Journal(), givingProjections);
        store.stores.postgres.onAppended(async (tx, batches, head) => {
          await projector.publishAppended(tx, batches, head);
          const organizationId = tx.organizationId!;
          tx.afterCommit(() => heads.noteChange(organizationId));
        });
        return projector;
      },
    },
    RecordDonationHandler,
    CorrectDonationHandler,
    VoidDonationHandler,
    RestoreDonationHandler,
    MakePledgeHandler,
    ChangePledgeHandler,
    OpenFundraiserHandler,
    ChangeFundraiserHandler,
    RemoveFundraiserHandler,
    StoreMemberDonorHandler,
    MarkMemberLeftHandler,
    SweepDraftsHandler,
  ],
  exports: [Follower],
})
export class GivingModule {}

/**
 * Returns a function that logs problems of the event store. The log is throttled: while the server
 * cannot be reached, the client reports the same problem many times a second.
 */
const logProblem = (log: Logger) => {
  const problems = new ThrottledLog((entry) => log.warn(entry));
  return (error: unknown) => {
    const trouble = describeTrouble(error);
    problems.report({ message: 'the event store', trouble, error }, String(trouble));
  };
};
