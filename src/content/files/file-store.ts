import path from 'node:path';
import { openStore, type Store } from '#libs/files';
import { Config } from '../../ops/config.js';
import { FileStorageWatch } from './file-storage-watch.js';

/** The injection token of the file storage, a `Store`. */
export const FILE_STORE = Symbol('file store');

/** Opens the file storage that the configuration names. `FileStorageWatch` watches it. */
export const fileStore = {
  provide: FILE_STORE,
  inject: [Config, FileStorageWatch],
  useFactory: async (config: Config, watch: FileStorageWatch): Promise<Store> => {
    const folder = path.resolve(config.DATA_DIR, 'files');
    const store = await openStore(folder, config.FILES_URL, (failure) =>
      watch.noteFailure(failure),
    );
    watch.watch(store);
    return store;
  },
};
