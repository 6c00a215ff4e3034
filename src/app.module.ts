import { Logger, Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER, APP_INTERCEPTOR } from '@nestjs/core';
import { CqrsModule } from '@nestjs/cqrs';
import { Database } from '#libs/database';
import { CallTurns, ErrorFilter, RateLimiter, TransactionInterceptor } from '#libs/http';
import { Jobs } from '#libs/jobs';
import { Mail, Sms } from '#libs/mail';
import { KeyRing } from '#libs/sealed';
import { BatchController } from './ops/batch/batch.controller.js';
import { Config, keyRingOf, sessionSecret } from './ops/config.js';
import { ContentModule } from './content/index.js';
import { DiskSpace } from './ops/disk-space.js';
import { GivingModule } from './giving/index.js';
import { IdentityModule } from './identity/index.js';
import { LiveModule } from './live/index.js';
import { mailerOf, Mailing, smsOf } from './ops/mailing.js';
import { Operations } from './ops/operations.controller.js';
import { Sweeper } from './ops/sweeper.js';
import { SupportModule } from './support/index.js';
import { TenancyModule } from './tenancy/index.js';
import { ThrottledLog } from './ops/throttled-log.js';

/** What every context may ask for. */
@Module({})
class GlobalModule {
  static with(config: Config, db: Database): DynamicModule {
    return {
      module: GlobalModule,
      global: true,
      providers: [
        { provide: Config, useValue: config },
        { provide: Database, useValue: db },
        { provide: Jobs, useFactory: () => jobsOf(db, new Logger('jobs')) },
        {
          provide: Mail,
          inject: [Jobs],
          useFactory: (jobs: Jobs) => new Mail(jobs, mailerOf(config), sessionSecret(config)),
        },
        { provide: Sms, useFactory: () => smsOf(config) },
        { provide: KeyRing, useFactory: () => keyRingOf(config) },
        Mailing,
        RateLimiter,
      ],
      exports: [Config, Database, Jobs, KeyRing, Mail, Sms, RateLimiter],
    };
  }
}

/** While the database cannot be reached, the queue reports it several times a second. */
const jobsOf = (db: Database, log: Logger) => {
  const problems = new ThrottledLog((entry) => log.warn(entry));
  return new Jobs(db, (problem) => {
    problems.report({ ...problem });
  });
};

/** The whole application: bounded contexts that meet in commands and events. */
@Module({})
export class AppModule {
  static with(config: Config, db: Database): DynamicModule {
    return {
      module: AppModule,
      imports: [
        GlobalModule.with(config, db),
        CqrsModule.forRoot(),
        TenancyModule,
        IdentityModule,
        GivingModule,
        ContentModule,
        SupportModule,
        LiveModule,
      ],
      controllers: [BatchController, Operations],
      providers: [
        Sweeper,
        { provide: APP_FILTER, useClass: ErrorFilter },
        // before everything that costs: who waits for a turn holds no connection
        { provide: APP_INTERCEPTOR, useClass: CallTurns },
        // before the transaction: what it refuses needs none
        { provide: APP_INTERCEPTOR, useClass: DiskSpace },
        { provide: APP_INTERCEPTOR, useClass: TransactionInterceptor },
      ],
    };
  }
}
