import { createHash, timingSafeEqual } from 'node:crypto';
import { Readable } from 'node:stream';
import { Controller, HttpCode, Inject, Logger, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { maxAttachment, maxAttachments, readRole } from '#libs/contracts';
import { Database, type Tx } from '#libs/database';
import { HttpError, OwnTransaction, Public, readingTurns, type Actor } from '#libs/http';
import { readHead, readLetter, type Inbound } from '#libs/mail';
import { Refusal } from '#libs/workers';
import { Config } from '../../config.js';
import { Files } from '../../content/index.js';
import { Desk } from './desk.js';
import { TicketLetters } from './letters.js';
import type { Place } from './place.js';
import { ReplyAddresses, type ReplyPlace } from './reply-addresses.js';
import {
  answerableDays,
  hourlyEmails,
  isOwnAddress,
  RefusedEmail,
  type RefusalReason,
} from './refused-email.js';
import { typeOf } from './ticket.entity.js';

export const inboundMailPath = '/api/mail/inbound';
/** bytes of a letter */
export const maxLetter = 25 * 1024 * 1024;
/** characters that are kept of what was written, and of what was repeated */
const most = { text: 10_000, quoted: 20_000 };

/** Whether a request comes from whoever brings our letters. */
export function bringsLetters(
  { INBOUND_MAIL_SECRET: secret }: Config,
  authorization = '',
): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return secret !== undefined && timingSafeEqual(digest(authorization), digest(`Bearer ${secret}`));
}

/** The turn of emails whose church is not known yet. */
const emailTurn = 'email';

/** The person to whom a reply address belongs, and who sent the email. */
interface Owner {
  place: ReplyPlace;
  /** null for a person who may not open the portal at present */
  actor: Actor | null;
  email: string;
  /** null where it is unknown, and for super administrators */
  firstName: string | null;
}

/** An email and its header, which is read before the rest. */
interface Arrived {
  raw: Buffer;
  head: Inbound;
}

/** Receives answers to emails about tickets, as the mail server passes them on. */
@Controller('api/mail')
@Public()
@OwnTransaction()
export class InboundMailController {
  readonly #log = new Logger('inbound mail');

  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(Desk) private readonly desk: Desk,
    @Inject(Files) private readonly files: Files,
    @Inject(ReplyAddresses) private readonly replies: ReplyAddresses,
    @Inject(TicketLetters) private readonly letters: TicketLetters,
    @Inject(Config) private readonly config: Config,
  ) {}

  /**
   * Answers 202 whatever happens to the email: the mail server must not learn which addresses exist. If the program
   * fails, the answer is an error, and the mail server sends the email again.
   */
  @Post('inbound')
  @HttpCode(202)
  async receive(@Req() request: FastifyRequest): Promise<Record<string, never>> {
    if (!bringsLetters(this.config, request.headers.authorization))
      throw new HttpError(401, 'The secret is missing or wrong.', 'signed-out');
    const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const found = await this.#findOwner(raw);
    if (found instanceof RefusedEmail) {
      this.#log.debug(refusalEntry(found, request));
      return {};
    }
    const refused = await this.#accept(found.owner, found).then(() => null, refusalOrThrow);
    if (refused) {
      this.#log.log(refusalEntry(refused, request));
      await this.#tell(found.owner, refused);
    }
    return {};
  }

  /** Reads the header and finds the owner of the reply address. Returns a refusal if the email is a stranger's. */
  async #findOwner(raw: Buffer): Promise<RefusedEmail | (Arrived & { owner: Owner })> {
    try {
      const head = await readingTurns
        .run(emailTurn, () => readHead(raw))
        .catch(refuseUnreadable('unreadable-header'));
      const owner = await this.db.platform((tx) => this.#ownerOf(tx, head));
      return { raw, head, owner };
    } catch (error) {
      return refusalOrThrow(error);
    }
  }

  /** Adds an email of the owner of a reply address to the ticket. @throws RefusedEmail, or HttpError by `RefusedEmail.from` */
  async #accept({ place, actor }: Owner, { raw, head }: Arrived): Promise<void> {
    if (actor === null) throw RefusedEmail.because('no-access');
    if (head.automatic !== null) throw RefusedEmail.because('automatic', head.automatic);
    const hash = hashOf(place, head, raw);
    await this.db.platform(async (tx) => {
      if (await wasAccepted(tx, hash)) throw RefusedEmail.because('repeated');
      await countEmail(tx, place);
    });
    // the whole email only now: the email of a stranger causes no further work
    const letter = await readingTurns
      .run(place.organizationId, () => readLetter(raw))
      .catch(refuseUnreadable('unreadable'));
    const text = letter.text.slice(0, most.text).trim();
    if (text === '' && letter.attachments.length === 0) throw RefusedEmail.because('empty');
    await this.db.tenant(place.organizationId, (tx) => this.#ticket(tx, place, actor, false)); // before its files are kept
    const { kept, left } = await this.#keep(actor, letter.attachments);
    const words = [text, ...notKept(left)].join('\n\n').trim() || '(Sent without words.)';
    await this.db.tenant(place.organizationId, async (tx) => {
      if (!(await noteAccepted(tx, hash))) throw RefusedEmail.because('repeated');
      const at = await this.#ticket(tx, place, actor, true);
      await this.desk.write(
        at,
        { message: words, isInternal: false, attachments: kept },
        { via: 'email', quoted: letter.quoted?.slice(0, most.quoted) ?? null },
      );
    });
  }

  /** Tells a person why an email was not accepted, once a day. */
  async #tell({ place, actor, email, firstName }: Owner, { rule }: RefusedEmail): Promise<void> {
    const { told } = rule;
    if (told === null || actor === null) return;
    await this.db.platform(async (tx) => {
      if (!(await isFirstNoticeOfDay(tx, place.personId))) return;
      await this.letters.refused(tx, place, { email, firstName }, told);
    });
  }

  /** @throws RefusedEmail, or HttpError 404 where the person may not see the ticket anymore */
  async #ticket(
    tx: Tx,
    { ticketId }: ReplyPlace,
    actor: Actor,
    isChanged: boolean,
  ): Promise<Place> {
    const place = await this.desk.place(tx, actor, ticketId, typeOf(ticketId), isChanged);
    const { endedAt } = place.ticket;
    const isLongOver = endedAt && endedAt.getTime() < Date.now() - answerableDays * 86_400_000;
    if (isLongOver) throw RefusedEmail.because('closed');
    return place;
  }

  /**
   * Finds the reply address that belongs to the sender. An answer to all contains the reply addresses of others, too.
   * @throws RefusedEmail
   */
  async #ownerOf(tx: Tx, { to, from }: Inbound): Promise<Owner> {
    let isOurs = false;
    for (const address of to) {
      const place = await this.replies.opened(tx, address);
      if (!place) continue;
      isOurs = true;
      const owner = place.isPlatform
        ? await platformOwner(tx, place)
        : await churchOwner(tx, place);
      if (owner && isOwnAddress(owner.email, from)) return owner;
    }
    throw RefusedEmail.because(isOurs ? 'wrong-sender' : 'no-reply-address');
  }

  /** What of the attachments is kept, by their ids, and the names of the others: too large, too many, or nothing that a ticket carries. */
  async #keep(
    actor: Actor,
    attachments: Inbound['attachments'],
  ): Promise<{ kept: string[]; left: string[] }> {
    const [kept, left]: string[][] = [[], []];
    for (const { name, content } of attachments) {
      const { organizationId } = actor;
      const id =
        organizationId === null ||
        kept!.length === maxAttachments ||
        content.length === 0 ||
        content.length > maxAttachment
          ? null
          : await this.files
              .receive(
                { ...actor, organizationId },
                name,
                content.length,
                Readable.from([content]),
                'attachment',
              )
              .catch((error: unknown) => {
                if (RefusedEmail.from(error) === null) throw error;
                return null;
              });
      if (id === null) left!.push(name.replace(/\p{Cc}/gu, ' ').slice(0, 100));
      else kept!.push(id);
    }
    return { kept: kept!, left: left! };
  }
}

/** What its readers are told of attachments that were left out: of many, the first ones by their names. */
function notKept(names: readonly string[]): string[] {
  const [named, others] = [names.slice(0, maxAttachments), names.length - maxAttachments];
  return [
    ...named.map((name) => `(The attachment “${name}” could not be taken.)`),
    ...(others > 0
      ? [`(${others} more ${others === 1 ? 'attachment' : 'attachments'} could not be taken.)`]
      : []),
  ];
}

/** Turns an error of a reader into a refusal. Any other error stays, so that the email is sent again. */
function refuseUnreadable(reason: RefusalReason): (error: unknown) => never {
  return (error) => {
    throw error instanceof Refusal ? RefusedEmail.because(reason) : error;
  };
}

/** Returns the refusal that an error means. @throws the error if it is a failure of the program */
function refusalOrThrow(error: unknown): RefusedEmail {
  const refused = RefusedEmail.from(error);
  if (refused === null) throw error;
  return refused;
}

/** An entry of the log. It says neither who sent the email nor to whom. */
const refusalEntry = ({ message: why }: RefusedEmail, { id: requestId }: FastifyRequest) => ({
  message: 'an incoming email was refused',
  why,
  requestId,
});

/** Identifies an email to a ticket, so that an email that arrives twice is accepted once. */
function hashOf({ ticketId }: ReplyPlace, { messageId }: Inbound, raw: Buffer): string {
  return createHash('sha256')
    .update(`${ticketId} `)
    .update(messageId === '' ? raw : messageId)
    .digest('hex');
}

async function wasAccepted(tx: Tx, hash: string): Promise<boolean> {
  const found = await tx.sql('select 1 from inbound_letter where hash = $1', [hash]);
  return found.length > 0;
}

/** Notes that an email is accepted. Returns false if it was accepted before. */
async function noteAccepted(tx: Tx, hash: string): Promise<boolean> {
  const noted = await tx.sql(
    'insert into inbound_letter (hash) values ($1) on conflict do nothing returning 1',
    [hash],
  );
  return noted.length > 0;
}

/** Counts an email of a person to a ticket. @throws RefusedEmail for too many within an hour */
async function countEmail(
  tx: Tx,
  { organizationId, ticketId, personId }: ReplyPlace,
): Promise<void> {
  const [recent] = await tx.sql<{ count: number }>(
    `update ticket_reply
        set taken = case when since > now() - interval '1 hour' then taken + 1 else 1 end,
            since = case when since > now() - interval '1 hour' then since else now() end
      where organization_id = $1 and ticket_id = $2 and person_id = $3
      returning taken as count`,
    [organizationId, ticketId, personId],
  );
  if (recent!.count > hourlyEmails) throw RefusedEmail.because('too-many');
}

/**
 * Whether a person has not been told about a refused email within a day; from now on they have. The table
 * `inbound_letter` holds hashes of what must happen once.
 */
async function isFirstNoticeOfDay(tx: Tx, personId: string): Promise<boolean> {
  const hash = createHash('sha256').update(`notice ${personId}`).digest('hex');
  const noted = await tx.sql(
    `insert into inbound_letter as noted (hash) values ($1)
     on conflict (hash) do update set at = now() where noted.at < now() - interval '1 day'
     returning 1`,
    [hash],
  );
  return noted.length > 0;
}

const portalActor = {
  sessionId: '',
  name: '',
  isSuspended: false,
  isApproved: true,
  standing: null,
};

interface PersonRow {
  email: string;
  firstName: string | null;
  role: string;
  accountId: string | null;
  isSuspended: boolean;
  isApproved: boolean;
  isVerified: boolean;
}

/** Finds the owner of a reply address in a church. */
async function churchOwner(tx: Tx, place: ReplyPlace): Promise<Owner | null> {
  const { organizationId, personId } = place;
  await tx.sql(`select set_config('app.org', $1, true)`, [organizationId]);
  const [row] = await tx.sql<PersonRow>(
    `select lower(email) as email, first_name as "firstName", role, account_id as "accountId",
            is_suspended as "isSuspended", is_approved as "isApproved", email_verified as "isVerified"
       from app_user
      where organization_id = $1 and id = $2 and removed_at is null`,
    [organizationId, personId],
  );
  if (!row) return null;
  const { email, firstName } = row;
  const role = readRole(row.role);
  const isShutOut = row.isSuspended && role !== 'admin';
  const mayOpenPortal = row.isApproved && row.isVerified && !isShutOut;
  if (!mayOpenPortal) return { place, email, firstName, actor: null };
  const accountId = row.accountId ?? personId;
  const actor = {
    ...portalActor,
    id: personId,
    accountId,
    organizationId,
    role,
    isSuperAdmin: false,
  };
  return { place, email, firstName, actor };
}

/** Finds the owner of a reply address among the super administrators. */
async function platformOwner(tx: Tx, place: ReplyPlace): Promise<Owner | null> {
  const { personId } = place;
  const [row] = await tx.sql<{ email: string; mayOpenPortal: boolean }>(
    `select lower(email) as email,
            is_super_admin and email_verified_at is not null as "mayOpenPortal"
       from account
      where id = $1`,
    [personId],
  );
  if (!row) return null;
  const actor: Actor = {
    ...portalActor,
    id: personId,
    accountId: personId,
    organizationId: null,
    role: 'member',
    isSuperAdmin: true,
  };
  return { place, email: row.email, firstName: null, actor: row.mayOpenPortal ? actor : null };
}
