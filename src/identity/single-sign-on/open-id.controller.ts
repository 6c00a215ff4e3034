import { Controller, Inject, Query, Redirect, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { localPath, searchText, type Factor, type SignInProblem } from '#libs/contracts';
import { routes } from '#libs/contracts/routes';
import { Database } from '#libs/database';
import { OwnTransaction, Route } from '#libs/http';
import { baseUrl, Config, originOf } from '../../ops/config.js';
import { churchBySlug, churchOfHost } from '../../tenancy/index.js';
import { cookieOptions, loginCookieAge, loginCookieName } from '../sessions/cookie.js';
import { Entrance } from '../sign-in/entrance.js';
import type { Journey } from './journey.js';
import { browserKey, goOn, newSecret, proofsOf, waitAt } from './login-steps.js';
import { OpenIdAccounts } from './open-id-accounts.js';
import { OpenId, SignInStopped, type Claims } from './open-id.js';
import { SecondFactor } from '../account/second-factor.js';

/**
 * Signing in by a provider, all of it browser navigations. It knows one address of ours, under `BASE_URL`; from a church's
 * own host the way leads there and back, each step by a secret that serves once.
 */
@Controller()
@OwnTransaction()
export class OpenIdController {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(OpenId) private readonly provider: OpenId,
    @Inject(OpenIdAccounts) private readonly accounts: OpenIdAccounts,
    @Inject(Entrance) private readonly entrance: Entrance,
    @Inject(SecondFactor) private readonly factor: SecondFactor,
    @Inject(Config) private readonly config: Config,
  ) {}

  /**
   * To the provider, or to /sign-in where there is none. `next` is where on this site to go afterwards, `church` the slug of
   * the one to join on a host that serves several; `begin` comes from a church's host.
   */
  @Route(routes.openId.begin)
  @Redirect()
  async begin(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Query() query: Record<string, unknown>,
  ): Promise<To> {
    const next = localPath(query.next) ?? null;
    if (!this.provider.isOn) return signInPage('', { next });
    if (query.begin !== undefined) {
      const journey = await this.db.platform((tx) => goOn(tx, 'begin', query.begin, null));
      return journey ? this.#ask(request, reply, journey) : signInPage('', { problem: 'expired' });
    }
    const slug = searchText.safeParse(query.church).data;
    const church =
      request.hostChurch ?? (slug ? await this.db.platform((tx) => churchBySlug(tx, slug)) : null);
    const journey: Journey = {
      churchId: church?.id ?? null,
      host: null,
      hostBrowser: null,
      mayJoin: isFromHere(request),
      next,
      claims: null,
    };
    const base = new URL(baseUrl(this.config));
    if (hostOf(request) === base.hostname) return this.#ask(request, reply, journey);
    // a host that is no church's may be forged: from there it ends under BASE_URL, in whichever browser follows the link
    const begun = request.hostChurch
      ? { host: hostOf(request), hostBrowser: browserKey(this.#browser(request, reply)) }
      : { mayJoin: false };
    const ticket = await this.db.platform((tx) =>
      waitAt(tx, 'begin', null, { ...journey, ...begun }),
    );
    return { url: `${base.origin}/api/login?begin=${ticket}` };
  }

  /** Where the provider sends the browser back to. */
  @Route(routes.openId.callback)
  @Redirect()
  async callback(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Query('state') state: unknown,
  ): Promise<To> {
    const browser = request.cookies[loginCookieName(this.config)];
    const journey =
      browser && (await this.db.platform((tx) => goOn(tx, 'callback', state, browserKey(browser))));
    const home = journey ? await this.#homeOf(journey) : null;
    if (!journey || home === null) return signInPage('', { problem: 'expired' });
    let claims: Claims;
    try {
      claims = await this.provider.whoCame(
        request.url.slice(request.url.indexOf('?')),
        String(state),
        proofsOf(browser, String(state)),
      );
    } catch (error) {
      return stopped(home, error, journey);
    }
    if (!journey.host) return this.#arrive(request, reply, claims, journey);
    const code = await this.db.platform((tx) =>
      waitAt(tx, 'enter', journey.hostBrowser, { ...journey, claims }),
    );
    return { url: `${home}/api/login/enter?code=${code}` };
  }

  /** Back on the church's host, in the browser that began there. */
  @Route(routes.openId.enter)
  @Redirect()
  async enter(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Query('code') code: unknown,
  ): Promise<To> {
    const browser = request.cookies[loginCookieName(this.config)];
    const journey =
      browser && (await this.db.platform((tx) => goOn(tx, 'enter', code, browserKey(browser))));
    const isHere =
      journey && journey.host === hostOf(request) && journey.churchId === request.hostChurch?.id;
    return isHere && journey.claims
      ? this.#arrive(request, reply, journey.claims, journey)
      : signInPage('', { problem: 'expired' });
  }

  async #ask(request: FastifyRequest, reply: FastifyReply, journey: Journey): Promise<To> {
    const browser = this.#browser(request, reply);
    const state = await this.db.platform((tx) =>
      waitAt(tx, 'callback', browserKey(browser), journey),
    );
    try {
      return { url: await this.provider.addressToAsk(state, proofsOf(browser, state)) };
    } catch (error) {
      return stopped((await this.#homeOf(journey)) ?? '', error, journey);
    }
  }

  /** Only here, where the session will be, does anything come of what the provider said. */
  async #arrive(
    request: FastifyRequest,
    reply: FastifyReply,
    claims: Claims,
    journey: Journey,
  ): Promise<To> {
    const { mayJoin, next } = journey;
    try {
      const signedIn = await this.accounts.signIn(
        claims,
        request.hostChurch?.id ?? journey.churchId,
        mayJoin,
        request.ip,
      );
      const method = await this.entrance.admit(request, reply, signedIn);
      if (!method) return { url: next && !/^\/api(\/|$)/i.test(next) ? next : '/' };
      await this.factor.challenge(signedIn.accountId).catch(() => undefined); // the page can have it sent again
      return signInPage('', { code: method, next });
    } catch (error) {
      return stopped('', error, journey);
    }
  }

  /** The browser's cookie on this host; one that it has already serves several tabs. */
  #browser(request: FastifyRequest, reply: FastifyReply): string {
    const name = loginCookieName(this.config);
    const known = request.cookies[name];
    const browser = known && /^[\w-]{43}$/.test(known) ? known : newSecret();
    void reply.setCookie(name, browser, { ...cookieOptions(this.config), maxAge: loginCookieAge });
    return browser;
  }

  /** Origin of the host where it ends, empty for this one; null when that is not the church's anymore. */
  async #homeOf({ host, churchId }: Journey): Promise<string | null> {
    if (!host) return '';
    const church = await this.db.platform((tx) => churchOfHost(tx, host, this.config));
    return church?.id === churchId ? originOf(this.config, host) : null;
  }
}

/** Where the browser is sent, with 302. */
interface To {
  url: string;
}

/** @throws what is not a matter of the provider's or the person's */
function stopped(home: string, error: unknown, { next }: Journey): To {
  if (!(error instanceof SignInStopped)) throw error;
  return signInPage(home, { problem: error.problem, next });
}

function signInPage(
  home: string,
  search: { problem?: SignInProblem; code?: Factor; next?: string | null },
): To {
  const query = new URLSearchParams(
    Object.entries(search).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  ).toString();
  return { url: `${home}/sign-in${query && `?${query}`}` };
}

const hostOf = (request: FastifyRequest) => request.hostname.toLowerCase();

/** Whether the person came by our own pages or by their own hand; old browsers do not say. */
function isFromHere(request: FastifyRequest): boolean {
  const site = request.headers['sec-fetch-site'];
  return site === undefined || site === 'none' || site === 'same-origin';
}
