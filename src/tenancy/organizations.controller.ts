import { Body, Controller, Inject, Param } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { EditOrganization, Organization } from '#libs/contracts';
import { routes } from '#libs/contracts/routes';
import { Database, type Tx } from '#libs/database';
import {
  type Actor,
  CurrentActor,
  OwnTransaction,
  parse,
  pathId,
  invalidField,
  Route,
} from '#libs/http';
import { ChurchImports, ChurchUsers } from './church-facts.js';
import { Config } from '../ops/config.js';
import { assertChurchName } from './church-names.js';
import { CreateChurch, WelcomeContact } from './create-church.js';
import {
  editOrganization,
  listOrganizations,
  readOrganization,
  pauseOrganization,
  platformAudit,
  resumeOrganization,
} from './organizations.js';
import { raiseVersionsOfFacts } from './settings/setting-changes.js';
import { isReserved } from './slugs.js';
import { Customers } from './subscription/customers.js';

/**
 * The actions of super administrators on churches. Each is recorded in the platform's audit log.
 */
@Controller()
@OwnTransaction()
export class OrganizationsController {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(CommandBus) private readonly commands: CommandBus,
    @Inject(Config) private readonly config: Config,
    @Inject(Customers) private readonly customers: Customers,
    // `users` and `imports` are public, because `this` is an argument of functions that read them.
    @Inject(ChurchUsers) readonly users: ChurchUsers,
    @Inject(ChurchImports) readonly imports: ChurchImports,
  ) {}

  @Route(routes.organizations.list)
  list(): Promise<Organization[]> {
    return listOrganizations(this.db, this);
  }

  @Route(routes.organizations.create)
  async create(@CurrentActor() actor: Actor, @Body() body: unknown): Promise<Organization> {
    const {
      id: _ignored,
      subscriptionPlan,
      website,
      contactName,
      ...church
    } = parse(routes.organizations.create.body, body);
    if (isReserved(church.slug, this.config))
      throw invalidField('slug', 'This slug is reserved. Please choose another.');
    assertChurchName('name', church.name);
    const organizationId = await this.db.platform(async (tx) => {
      const id = await this.commands.execute(
        new CreateChurch({
          ...church,
          website: website || null,
          plan: subscriptionPlan,
          timeZone: 'America/New_York',
        }),
      );
      if (contactName && church.email)
        await this.commands.execute(
          new WelcomeContact(
            id,
            { name: contactName, email: church.email, phone: church.phone },
            actor.accountId,
          ),
        );
      await platformAudit(tx, actor.accountId, id, 'organization-created', {
        plan: subscriptionPlan,
      });
      return id;
    });
    return readOrganization(this.db, this, organizationId);
  }

  @Route(routes.organizations.change)
  change(
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Body() body: unknown,
  ): Promise<Organization> {
    return this.#change(actor, id, 'organization-changed', (church) => {
      const change = parse(routes.organizations.change.body, body);
      if (change.name !== undefined) assertChurchName('name', change.name, church.name);
      return {
        details: { fields: Object.keys(change) },
        work: (tx) => this.#edit(tx, church, change),
      };
    });
  }

  @Route(routes.organizations.pause)
  pause(
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Body() body: unknown,
  ): Promise<Organization> {
    return this.#change(actor, id, 'organization-paused', (church) => {
      const { reason, stopCollection } = parse(routes.organizations.pause.body, body);
      return {
        details: { reason, stopCollection },
        work: (tx) => pauseOrganization(tx, church.id, reason, stopCollection),
      };
    });
  }

  @Route(routes.organizations.resume)
  resume(@CurrentActor() actor: Actor, @Param('id') id: string): Promise<Organization> {
    return this.#change(actor, id, 'organization-resumed', (church) => ({
      details: {},
      work: (tx) => resumeOrganization(tx, church.id),
    }));
  }

  /**
   * Sends the invitation to become the first admin again, or to another contact.
   * @throws HttpError 409 if the church has an admin
   */
  @Route(routes.organizations.contact)
  contact(
    @CurrentActor() actor: Actor,
    @Param('id') id: string,
    @Body() body: unknown,
  ): Promise<Organization> {
    return this.#change(actor, id, 'organization-contact-asked', (church) => {
      const { contactName: name, email } = parse(routes.organizations.contact.body, body);
      const work = async (tx: Tx) => {
        await this.commands.execute(
          new WelcomeContact(church.id, { name, email, phone: church.phone }, actor.accountId),
        );
        await this.#edit(tx, church, { email });
      };
      return { details: {}, work };
    });
  }

  async #edit(tx: Tx, church: Organization, change: EditOrganization): Promise<void> {
    await this.db.tenant(church.id, (churchTx) => raiseVersionsOfFacts(churchTx, church, change));
    await editOrganization(tx, church.id, church.members, change);
  }

  async #change(
    actor: Actor,
    id: string,
    action: string,
    plan: (church: Organization) => {
      details: Record<string, unknown>;
      work: (tx: Tx) => Promise<unknown>;
    },
  ): Promise<Organization> {
    const church = await readOrganization(this.db, this, pathId(id, 'This organization'));
    const { details, work } = plan(church);
    await this.db.platform(async (tx) => {
      await work(tx);
      await this.customers.scheduleUpdate(tx, church.id);
      await platformAudit(tx, actor.accountId, church.id, action, details);
    });
    return readOrganization(this.db, this, church.id);
  }
}
