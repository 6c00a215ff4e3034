import { Inject, Injectable } from '@nestjs/common';
import {
  may,
  rightOfSetting,
  type EditOrganization,
  type SettingKey,
  type Settings,
} from '#libs/contracts';
import type { Tx } from '#libs/database';
import { audit, forbidden, staleVersion, type ChurchActor } from '#libs/http';
import { ChurchUsers, describeChangeOf } from '../church-facts.js';
import { assertChurchName } from '../church-names.js';
import { timeZoneOf } from '../organization.js';
import { readServices, readSettings, writeSetting } from './settings.js';
import { lockSettingVersion, raiseSettingVersion } from './settings.sql.js';
import { Customers } from '../subscription/customers.js';

/** The settings that a super administrator can change, too, by their names in an organization. */
const settingOfFact = {
  address: 'address',
  name: 'churchName',
  email: 'email',
  phone: 'phoneNumber',
} as const satisfies Partial<Record<keyof EditOrganization, SettingKey>>;
type Fact = keyof typeof settingOfFact;

/**
 * Increases the versions of the settings of the transaction's church that a super administrator
 * changes, so that an admin of the church does not overwrite them unseen.
 * @param savedFacts the values before the change
 */
export async function raiseVersionsOfFacts(
  tx: Tx,
  savedFacts: Readonly<Record<Fact, string | null>>,
  change: EditOrganization,
): Promise<void> {
  // in the order of the keys, like `SettingChanges`
  for (const fact of Object.keys(settingOfFact) as Fact[]) {
    const value = change[fact];
    if (value === undefined || (value ?? '') === (savedFacts[fact] ?? '')) continue;
    const key = settingOfFact[fact];
    await lockSettingVersion(tx, { key });
    await raiseSettingVersion(tx, { key, updatedBy: null });
  }
}

/** A new value of a setting, which its schema has accepted. */
export interface SettingChange {
  key: SettingKey;
  value: string;
  /** the version of the setting that the user has seen; null for any version */
  seenVersion: number | null;
  /** the field of the request in which an error is reported */
  field: string;
}

/** Changes settings of a church, unless another user has saved them meanwhile. */
@Injectable()
export class SettingChanges {
  constructor(
    @Inject(ChurchUsers) private readonly users: ChurchUsers,
    @Inject(Customers) private readonly customers: Customers,
  ) {}

  /**
   * Saves all changes, or none.
   * @param readSaved returns what is saved, for a user whose change is refused
   * @throws HttpError 403 if the user may not change one of the settings
   * @throws HttpError 400 if the church cannot have a value
   * @throws HttpError 409 with the code `stale` and the saved settings, if another change of one of
   *   them was saved since the version that the user has seen
   */
  async save(
    tx: Tx,
    actor: ChurchActor,
    changes: readonly SettingChange[],
    readSaved: () => Promise<Settings>,
  ): Promise<void> {
    if (!changes.every(({ key }) => may(actor, rightOfSetting(key)))) throw forbidden();
    // locked always in the same order, so that two simultaneous calls do not wait for each other
    const inOrder = changes.toSorted((a, b) => (a.key < b.key ? -1 : 1));
    for (const change of inOrder) await this.#assertVersion(tx, actor, change, readSaved);
    const changedKeys: SettingKey[] = [];
    for (const change of inOrder)
      if (await this.#saveOne(tx, actor, change)) changedKeys.push(change.key);
    if (changedKeys.length === 0) return;
    await audit(tx, actor.id, 'setting-changed', { fields: changedKeys });
    if (changedKeys.includes('churchName') || changedKeys.includes('email'))
      await this.customers.scheduleUpdate(tx, actor.organizationId);
  }

  /** Locks a setting, and checks that nobody has saved it since the user has seen it. */
  async #assertVersion(
    tx: Tx,
    actor: ChurchActor,
    { key, seenVersion }: SettingChange,
    readSaved: () => Promise<Settings>,
  ): Promise<void> {
    const [setting] = await lockSettingVersion(tx, { key });
    if (seenVersion === null || seenVersion === setting!.version) return;
    const message = await describeChangeOf(
      this.users,
      tx,
      actor,
      setting!.updatedBy,
      'this setting',
    );
    throw staleVersion(message, await readSaved());
  }

  /** @returns whether the value has changed */
  async #saveOne(tx: Tx, actor: ChurchActor, change: SettingChange): Promise<boolean> {
    const { key } = change;
    const isChanged = await writeSetting(tx, key, await this.#toStored(tx, actor, change));
    if (isChanged) await raiseSettingVersion(tx, { key, updatedBy: actor.id });
    return isChanged;
  }

  async #toStored(
    tx: Tx,
    actor: ChurchActor,
    { key, value, field }: SettingChange,
  ): Promise<string> {
    if (key === 'churchName') assertChurchName(field, value, (await readSettings(tx)).churchName);
    if (key !== 'services' || value === '') return value;
    return readServices(value, await timeZoneOf(tx, actor.organizationId));
  }
}
