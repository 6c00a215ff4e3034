import { Controller, Inject, Param, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import { routes } from '#libs/contracts/routes';
import { OwnTransaction, Route } from '#libs/http';
import { seal, unseal, type Seal } from '#libs/sealed';
import { baseUrl, Config, sessionSecret } from '../../ops/config.js';
import { StopNews } from '../../identity/index.js';

const sealOf = (config: Config): Seal => ({ secret: sessionSecret(config), use: 'unsubscribe' });

/**
 * Returns the address with which a user stops emails about new content. It serves no other purpose,
 * and never expires.
 */
export function unsubscribeUrl(config: Config, organizationId: string, userId: string): string {
  const encrypted = seal(sealOf(config), packIds(organizationId, userId));
  const token = Buffer.from(encrypted, 'base64').toString('base64url');
  return `${baseUrl(config)}/api/unsubscribe/${token}`;
}

/**
 * Packs both ids into 43 characters, so that the encrypted text fits into one segment of a path.
 */
const packIds = (...ids: string[]) =>
  Buffer.from(ids.join('').replaceAll('-', ''), 'hex').toString('base64url');
const withDashes = (hex: string) =>
  hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/**
 * Stops emails about new content without a sign-in. The answer is the same whether the token is
 * valid or not.
 */
@Controller()
@OwnTransaction()
export class UnsubscribeController {
  constructor(
    @Inject(CommandBus) private readonly commands: CommandBus,
    @Inject(Config) private readonly config: Config,
  ) {}

  /** Sends a page with a button. Opening it changes nothing, because programs open links, too. */
  @Route(routes.unsubscribe.ask)
  async ask(@Res() reply: FastifyReply): Promise<void> {
    await reply
      .type('text/html; charset=utf-8')
      .send(
        page(
          'Stop these emails?',
          'You will get no more emails about new resources, sermons and events. ' +
            'You find them in the portal all the same.',
          true,
        ),
      );
  }

  /** Ignores the form that mail programs send (RFC 8058): the address says everything. */
  @Route(routes.unsubscribe.stop)
  async stop(@Param('token') token: string, @Res() reply: FastifyReply): Promise<void> {
    const user = this.#read(token);
    if (user) await this.commands.execute(new StopNews(user.organizationId, user.userId));
    await reply
      .type('text/html; charset=utf-8')
      .send(
        page(
          'You will get no more of these emails.',
          'If you change your mind, ' +
            'you find the choice under Notification Settings in the portal.',
          false,
        ),
      );
  }

  /** Returns the user whom a token names; null if the token is not valid. */
  #read(token: string): { organizationId: string; userId: string } | null {
    try {
      const ids = Buffer.from(
        unseal(sealOf(this.config), Buffer.from(token, 'base64url').toString('base64')),
        'base64url',
      ).toString('hex');
      return { organizationId: withDashes(ids.slice(0, 32)), userId: withDashes(ids.slice(32)) };
    } catch {
      return null;
    }
  }
}

const styles = {
  body:
    'margin:0;padding:24px;background:#f5f6f8;color:#1b2430;' +
    'font:16px/1.5 system-ui,-apple-system,Segoe UI,sans-serif',
  main:
    'max-width:520px;margin:10vh auto 0;padding:32px;' +
    'background:#fff;border:1px solid #e2e6eb;border-radius:12px',
  button:
    'padding:12px 20px;background:#1f5fbf;color:#fff;border:0;' +
    'border-radius:8px;font:inherit;font-weight:600;cursor:pointer',
};

const stopForm =
  `<form method="post"><button style="${styles.button}">` + 'Stop these emails</button></form>';

const page = (title: string, text: string, hasForm: boolean): string =>
  [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">' +
      `<meta name="viewport" content="width=device-width"><title>${title}</title></head>`,
    `<body style="${styles.body}">`,
    `<main style="${styles.main}"><h1 style="margin:0 0 12px;font-size:20px">${title}</h1>` +
      `<p style="margin:0 0 16px">${text}</p>`,
    hasForm ? stopForm : '',
    '</main></body></html>',
  ].join('\n');
