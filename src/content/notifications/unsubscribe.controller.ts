import { Controller, Inject, Param, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import { routes } from '#libs/contracts/routes';
import { OwnTransaction, Route } from '#libs/http';
import { seal, unseal, type Seal } from '#libs/sealed';
import { baseUrl, Config, sessionSecret } from '../../ops/config.js';
import { StopNews } from '../../identity/index.js';

const sealOf = (config: Config): Seal => ({ secret: sessionSecret(config), use: 'unsubscribe' });

/** The address in a person's letter with which these letters are stopped; it serves for nothing else, and does not run out. */
export const unsubscribeUrl = (config: Config, organizationId: string, userId: string) =>
  `${baseUrl(config)}/api/unsubscribe/${Buffer.from(seal(sealOf(config), packed(organizationId, userId)), 'base64').toString('base64url')}`;

/** Both ids in 43 letters, so that sealed they still fit into a part of a path. */
const packed = (...ids: string[]) =>
  Buffer.from(ids.join('').replaceAll('-', ''), 'hex').toString('base64url');
const dashed = (hex: string) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** Ends letters of news without signing in. Whatever is known of the token, the answer is the same. */
@Controller()
@OwnTransaction()
export class UnsubscribeController {
  constructor(
    @Inject(CommandBus) private readonly commands: CommandBus,
    @Inject(Config) private readonly config: Config,
  ) {}

  /** A page with a button; looking changes nothing, for programs look at links too. */
  @Route(routes.unsubscribe.ask)
  async ask(@Res() reply: FastifyReply): Promise<void> {
    await reply
      .type('text/html; charset=utf-8')
      .send(
        page(
          'Stop these emails?',
          'You will get no more emails about new resources, sermons and events. You find them in the portal all the same.',
          true,
        ),
      );
  }

  /** Mail programs send a form (RFC 8058) whose words say nothing that the address does not: it is not read. */
  @Route(routes.unsubscribe.stop)
  async stop(@Param('token') token: string, @Res() reply: FastifyReply): Promise<void> {
    const who = this.#read(token);
    if (who) await this.commands.execute(new StopNews(who.organizationId, who.userId));
    await reply
      .type('text/html; charset=utf-8')
      .send(
        page(
          'You will get no more of these emails.',
          'If you change your mind, you find the choice under Notification Settings in the portal.',
          false,
        ),
      );
  }

  #read(token: string): { organizationId: string; userId: string } | null {
    try {
      const ids = Buffer.from(
        unseal(sealOf(this.config), Buffer.from(token, 'base64url').toString('base64')),
        'base64url',
      ).toString('hex');
      return { organizationId: dashed(ids.slice(0, 32)), userId: dashed(ids.slice(32)) };
    } catch {
      return null;
    }
  }
}

const page = (
  title: string,
  text: string,
  asks: boolean,
) => `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title></head>
<body style="margin:0;padding:24px;background:#f5f6f8;color:#1b2430;font:16px/1.5 system-ui,-apple-system,Segoe UI,sans-serif">
<main style="max-width:520px;margin:10vh auto 0;padding:32px;background:#fff;border:1px solid #e2e6eb;border-radius:12px"><h1 style="margin:0 0 12px;font-size:20px">${title}</h1><p style="margin:0 0 16px">${text}</p>
${asks ? '<form method="post"><button style="padding:12px 20px;background:#1f5fbf;color:#fff;border:0;border-radius:8px;font:inherit;font-weight:600;cursor:pointer">Stop these emails</button></form>' : ''}
</main></body></html>`;
