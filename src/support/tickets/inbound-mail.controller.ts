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
import type { Place } from './place.js';
import { ReplyAddresses, type ReplyPlace } from './reply-addresses.js';
import { typeOf } from './ticket.entity.js';

export const inboundMailPath = '/api/mail/inbound';
/** bytes of a letter */
export const maxLetter = 25 * 1024 * 1024;
/** characters that are kept of what was written, and of what was repeated */
const most = { text: 10_000, quoted: 20_000 };
/** letters of one person to one ticket in an hour: more is two machines that talk to each other */
const hourly = 20;
/** days after a ticket was resolved or closed for which it can be answered by mail */
const alive = 30;

/** Whether a request comes from whoever brings our letters. */
export function bringsLetters(
  { INBOUND_MAIL_SECRET: secret }: Config,
  authorization = '',
): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return secret !== undefined && timingSafeEqual(digest(authorization), digest(`Bearer ${secret}`));
}

/** A letter that is not taken, and why: for the log, which must not say whose it was. */
class NotTaken extends Error {}

/** The turn of emails whose church is not known yet. */
const emailTurn = 'email';

/** @throws NotTaken for bytes that are no email; any other error as it is, so that the email is brought again */
function refuseUnreadable(error: unknown): never {
  throw error instanceof Refusal ? new NotTaken('it cannot be read') : error;
}

/** Answers to letters of tickets, as a mail service brings them. */
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
    @Inject(Config) private readonly config: Config,
  ) {}

  /** 202 whatever becomes of it: whoever brings letters need not know which addresses live. What fails on our side is brought again. */
  @Post('inbound')
  @HttpCode(202)
  async receive(@Req() request: FastifyRequest): Promise<Record<string, never>> {
    if (!bringsLetters(this.config, request.headers.authorization))
      throw new HttpError(401, 'The secret is missing or wrong.', 'signed-out');
    try {
      await this.#take(Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0));
    } catch (error) {
      const isRefused =
        error instanceof NotTaken ||
        (error instanceof HttpError && error.getStatus() < 500 && error.getStatus() !== 429);
      if (!isRefused) throw error;
      this.#log.log({
        message: 'an incoming email was refused',
        why: error instanceof NotTaken ? error.message : error.code,
        requestId: request.id,
      });
    }
    return {};
  }

  async #take(raw: Buffer): Promise<void> {
    const head = await readingTurns.run(emailTurn, () => readHead(raw)).catch(refuseUnreadable);
    if (head.automatic !== null)
      throw new NotTaken(`it was sent automatically (${head.automatic})`);
    const { place, actor } = await this.db.platform((tx) => this.#opened(tx, head));
    // the whole email only now: the email of a stranger causes no further work
    const letter = await readingTurns
      .run(place.organizationId, () => readLetter(raw))
      .catch(refuseUnreadable);
    const text = letter.text.slice(0, most.text).trim();
    if (text === '' && letter.attachments.length === 0)
      throw new NotTaken('it has no text and no attachment');
    await this.db.tenant(place.organizationId, (tx) => this.#ticket(tx, place, actor, false)); // before its files are kept
    const { kept, left } = await this.#keep(actor, letter.attachments);
    const words = [text, ...notKept(left)].join('\n\n').trim() || '(Sent without words.)';
    await this.#once(place, head, raw, async (tx) => {
      const at = await this.#ticket(tx, place, actor, true);
      await this.desk.write(
        at,
        { message: words, isInternal: false, attachments: kept },
        { via: 'email', quoted: letter.quoted?.slice(0, most.quoted) ?? null },
      );
    });
  }

  /** @throws NotTaken, or HttpError 404 where the person may not see it anymore */
  async #ticket(
    tx: Tx,
    { ticketId }: ReplyPlace,
    actor: Actor,
    isChanged: boolean,
  ): Promise<Place> {
    const place = await this.desk.place(tx, actor, ticketId, typeOf(ticketId), isChanged);
    const { endedAt } = place.ticket;
    if (endedAt && endedAt.getTime() < Date.now() - alive * 86_400_000)
      throw new NotTaken(`the ticket was closed more than ${alive} days ago`);
    return place;
  }

  /** Whose answer it is. @throws NotTaken unless it was written to an address of ours by the person to whom that was given, as they are now */
  async #opened(tx: Tx, { to, from }: Inbound): Promise<{ place: ReplyPlace; actor: Actor }> {
    const { place, actor } = await this.#own(tx, to, from);
    const [recent] = await tx.sql<{ count: number }>(
      "update ticket_reply set taken = case when since > now() - interval '1 hour' then taken + 1 else 1 end, since = case when since > now() - interval '1 hour' then since else now() end where organization_id = $1 and ticket_id = $2 and person_id = $3 returning taken as count",
      [place.organizationId, place.ticketId, place.personId],
    );
    if (recent!.count > hourly)
      throw new NotTaken('the user sent too many emails to the ticket within an hour');
    return { place, actor };
  }

  /** The address among all that it went to that was given to its sender: an answer to everybody has others in it, too. */
  async #own(
    tx: Tx,
    to: readonly string[],
    from: string,
  ): Promise<{ place: ReplyPlace; actor: Actor }> {
    let isOurs = false;
    for (const address of to) {
      const place = await this.replies.opened(tx, address);
      if (!place) continue;
      isOurs = true;
      const found = place.isPlatform
        ? await platformActor(tx, place)
        : await churchActor(tx, place);
      if (found?.email === from) return { place, actor: found.actor };
    }
    throw new NotTaken(
      isOurs
        ? 'the sender is not the user to whom the reply address belongs'
        : 'it was not sent to a reply address',
    );
  }

  /** One that is brought twice is taken once for each ticket, in the transaction of the church. */
  async #once(
    { organizationId, ticketId }: ReplyPlace,
    { messageId }: Inbound,
    raw: Buffer,
    work: (tx: Tx) => Promise<void>,
  ): Promise<void> {
    const hash = createHash('sha256')
      .update(`${ticketId} `)
      .update(messageId === '' ? raw : messageId)
      .digest('hex');
    await this.db.tenant(organizationId, async (tx) => {
      const made = await tx.sql(
        'insert into inbound_letter (hash) values ($1) on conflict do nothing returning 1',
        [hash],
      );
      if (made.length === 0) throw new NotTaken('it arrived before');
      await work(tx);
    });
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
                if (error instanceof HttpError && error.getStatus() < 500) return null;
                throw error;
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

const nobody = { sessionId: '', name: '', isSuspended: false, isApproved: true, standing: null };

/** Only while they may open the portal, and the address is proved. */
async function churchActor(
  tx: Tx,
  { organizationId, personId }: ReplyPlace,
): Promise<{ actor: Actor; email: string } | null> {
  await tx.sql(`select set_config('app.org', $1, true)`, [organizationId]);
  const [row] = await tx.sql<{ email: string; role: string; accountId: string | null }>(
    `select lower(email) as email, role, account_id as "accountId" from app_user where organization_id = $1 and id = $2
       and removed_at is null and is_approved and (not is_suspended or role = 'admin') and email_verified`,
    [organizationId, personId],
  );
  return row
    ? {
        email: row.email,
        actor: {
          ...nobody,
          id: personId,
          accountId: row.accountId ?? personId,
          organizationId,
          role: readRole(row.role),
          isSuperAdmin: false,
        },
      }
    : null;
}

async function platformActor(
  tx: Tx,
  { personId }: ReplyPlace,
): Promise<{ actor: Actor; email: string } | null> {
  const [row] = await tx.sql<{ email: string }>(
    'select lower(email) as email from account where id = $1 and is_super_admin and email_verified_at is not null',
    [personId],
  );
  return row
    ? {
        email: row.email,
        actor: {
          ...nobody,
          id: personId,
          accountId: personId,
          organizationId: null,
          role: 'member',
          isSuperAdmin: true,
        },
      }
    : null;
}
