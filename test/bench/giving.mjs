import path from 'node:path';
import pg from 'pg';
import { throughCommand, throughFunction } from './commands.mjs';
import { addMembers, copyBaseline, singlePosts, writeFile, writeWorkbook } from './imports.mjs';
import { history } from './queries.mjs';
import { insertSelect } from './rebuild.mjs';
import {
  connect,
  databaseUrls,
  importFile,
  makeDirectory,
  root,
  signIn,
  startApp,
} from './support.mjs';

const load = (file) => import(path.join(root, 'dist', file));

/**
 * The application on one event store, with its demo churches and `givers` members, and every
 * measure that touches that store. What a figure is held against (COPY, a function in SQL, INSERT …
 * SELECT) lies in PostgreSQL's tables: it is measured there, once, and serves for both stores.
 */
export class Giving {
  /** @param environment what names the event store */
  static async open(environment, files, givers) {
    const dataDir = makeDirectory();
    const app = await startApp(dataDir, environment);
    const urls = databaseUrls(dataDir);
    await addMembers(urls.superUrl, 'grace', givers);
    const client = await connect(urls.superUrl);
    const [{ id: grace }] = (await client.query(`select id from organization where slug = 'grace'`))
      .rows;
    return Object.assign(new Giving(), {
      environment,
      files,
      givers,
      dataDir,
      app,
      urls,
      client,
      grace,
      secretary: await signIn(app.url, 'secretary@grace.test'),
    });
  }

  async close() {
    await this.client.end();
    await this.app.stop();
    this.app.remove();
  }

  /**
   * Stops the application and starts it again on the same data. Gives the seconds until it answers.
   */
  async startAgain() {
    await this.client.end();
    await this.app.stop();
    const began = performance.now();
    this.app = await startApp(this.dataDir, this.environment);
    const seconds = (performance.now() - began) / 1000;
    this.client = await connect((this.urls = databaseUrls(this.dataDir)).superUrl);
    this.secretary = await signIn(this.app.url, 'secretary@grace.test');
    return seconds;
  }

  /** Imports a file of so many rows; `own` are the addresses of the first ones. */
  async import(rows, year, call = this.secretary, own = []) {
    return {
      rows,
      ...(await importFile(
        call,
        await writeFile(this.files, { rows, givers: this.givers, year, extra: own }),
      )),
    };
  }

  /**
   * The same gifts as a text file and as a workbook, of two years; the seconds until each can be
   * looked at, the better of two.
   */
  async workbook(rows, years) {
    const [text, workbook] = [[], []];
    for (const [index, year] of years.entries()) {
      const file = await (index % 2 === 0 ? writeFile : writeWorkbook)(this.files, {
        rows,
        givers: this.givers,
        year,
      });
      (index % 2 === 0 ? text : workbook).push((await importFile(this.secretary, file)).preview);
    }
    return { text: Math.min(...text), workbook: Math.min(...workbook) };
  }

  /** A file of so many rows, which is not here yet. */
  file(rows, year) {
    return writeFile(this.files, { rows, givers: this.givers, year });
  }

  copy(imported) {
    return copyBaseline(this.dataDir, imported.id, this.files);
  }

  /** Seconds of a single POST. */
  posts(count) {
    return singlePosts(this.secretary, count);
  }

  /**
   * Donations a second through the command and, where `besideFunction`, through the function in
   * SQL: the best of three rounds.
   */
  async commands(count, besideFunction) {
    const [{ id: hope, user }] = (
      await this.client.query(
        `select o.id, d.id as user from organization o join donor d on d.organization_id = o.id
          and d.email = 'admin@hope.test' where slug = 'hope'`,
      )
    ).rows;
    const best = { command: 0, hand: 0 };
    const pool = new pg.Pool({ connectionString: this.urls.superUrl, max: 8 });
    await this.#within(async (server) => {
      for (let round = 0; round < 3; round++) {
        best.command = Math.max(
          best.command,
          await throughCommand(server, hope, user, user, count),
        );
        if (besideFunction)
          best.hand = Math.max(best.hand, await throughFunction(pool, hope, user, count));
      }
    });
    await pool.end();
    return best;
  }

  /**
   * A large import, its memory, and what a member's history takes beside it and in a small church.
   */
  async million(rows, looks) {
    // the start that made the demo churches drew their pictures, and holds a hundred MB for it
    await this.startAgain();
    const own = (email) => Array.from({ length: 50 }, () => email);
    await this.import(
      50,
      2020,
      await signIn(this.app.url, 'admin@hope.test'),
      own('member@hope.test'),
    );
    const small = await history(await signIn(this.app.url, 'member@hope.test'), looks);
    const before = this.app.memory();
    const imported = await this.import(rows, 2021, this.secretary, own('member@grace.test'));
    const { peak } = this.app.memory();
    await this.client.query('vacuum (analyze) donation_version');
    const big = await history(await signIn(this.app.url, 'member@grace.test'), looks);
    return { ...imported, before: before.now, peak, small, big };
  }

  /** Seconds of a rebuild of everything, and how many donations that was. */
  async rebuild() {
    const [{ rows }] = (
      await this.client.query(
        `select count(*)::int as rows from donation_version where organization_id = $1
          and version = 1 and build = (select build from projection where organization_id = $1
          and name = 'donations')`,
        [this.grace],
      )
    ).rows;
    const { Projector } = await load('libs/event-sourcing/index.js');
    let seconds = 0;
    await this.#within(async (server) => {
      const projector = server.get(Projector, { strict: false });
      const began = performance.now();
      await projector.rebuild(this.grace, projector.names);
      seconds = (performance.now() - began) / 1000;
    });
    return { rows, seconds };
  }

  insertSelect() {
    return insertSelect(this.client, this.grace);
  }

  /** The application's parts in this process, on the same database and event store. */
  async #within(work) {
    const { createServer } = await load('src/server/server.js');
    const { readConfig } = await load('src/ops/config.js');
    const { makeLogger } = await load('src/ops/logger.js');
    const { entities } = await load('src/ops/database.js');
    const { Database } = await load('libs/database/index.js');
    const db = await Database.connect(this.urls.appUrl, entities, 10);
    const server = await createServer(
      readConfig({ DATA_DIR: this.files, ...this.environment }),
      db,
      makeLogger('silent'),
    );
    await server.init();
    await work(server);
    await server.close();
    await db.close();
  }
}
