import path from 'node:path';
import { Logger } from '@nestjs/common';
import { openStore, type Store } from '#libs/files';
import { Config } from '../../config.js';

/** Where files lie: what implements `Store`. */
export const FILE_STORE = Symbol('file store');

const log = new Logger('files');

export const fileStore = {
  provide: FILE_STORE,
  inject: [Config],
  useFactory: (config: Config): Promise<Store> =>
    openStore(path.resolve(config.DATA_DIR, 'files'), config.FILES_URL, (error) => {
      log.warn({ message: 'the storage of files cannot be reached', error });
    }),
};
