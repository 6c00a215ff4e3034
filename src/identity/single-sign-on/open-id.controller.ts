import { Controller, Inject, Query, Redirect, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { localPath, searchText, type Factor, type SignInProblem } from '#libs/contracts';
import { routes } from '#libs/contracts/routes';
import { Database } from '#libs/database';
import { OwnTransaction, Route } from '#libs/http';
import { baseUrl, Config, originOf } from '../../ops/config.js';
import { churchBySlug, churchOfHost } from '../../tenancy/index.js';
import { cookieOptions, loginCookieAge, loginCookieName } from '../sessions/cookie.js';
import { Sessions } from '../sign-in/start-session.js';
import type { LoginFlow } from './login-flow.js';
import { browserKey, resumeFlow, newSecret, deriveProofs, storeStep } from './login-steps.js';
import { OpenIdAccounts } from './open-id-accounts.js';
import { OpenId, SignInStopped, type Claims } from './open-id.js';
import { SecondFactor } from '../account/second-factor.js';

/**
 * Signs users in with an OpenID Connect provider. The browser navigates to each of these routes.
 * The provider knows only one callback address, under `BASE_URL`. A sign-in that starts on a
 * church's host goes to the host of `BASE_URL` and comes back, each time with a secret that works
 * once.
 */
@Controller()
@OwnTransaction()
export class OpenIdController {
  constructor(
    @Inject(Database) private readonly db: Database,
    @Inject(OpenId) private readonly provider: OpenId,
    @Inject(OpenIdAccounts) private readonly accounts: OpenIdAccounts,
    @Inject(Sessions) private readonly sessions: Sessions,
    @Inject(SecondFactor) private readonly factor: SecondFactor,
    @Inject(Config) private readonly config: Config,
  ) {}

  /**
   * Redirects to the provider, or to /sign-in if none is configured. Query parameters: `next` is
   * the path to open after the sign-in, `church` the slug of the church to join on a host that
   * serves all churches, `begin` the secret of a sign-in that started on a church's host.
   */
  @Route(routes.openId.begin)
  @Redirect()
  async begin(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Query() query: Record<string, unknown>,
  ): Promise<Redirection> {
    const next = localPath(query.next) ?? null;
    if (!this.provider.isOn) return signInPage('', { next });
    if (query.begin !== undefined) {
      const flow = await this.db.platform((tx) => resumeFlow(tx, 'begin', query.begin, null));
      return flow
        ? this.#redirectToProvider(request, reply, flow)
        : signInPage('', { problem: 'expired' });
    }
    const slug = searchText.safeParse(query.church).data;
    const church =
      request.hostChurch ?? (slug ? await this.db.platform((tx) => churchBySlug(tx, slug)) : null);
    const flow: LoginFlow = {
      churchId: church?.id ?? null,
      host: null,
      hostBrowser: null,
      mayJoin: isFromHere(request),
      next,
      claims: null,
    };
    const base = new URL(baseUrl(this.config));
    if (hostOf(request) === base.hostname) return this.#redirectToProvider(request, reply, flow);
    // An unknown host may be forged. A sign-in that starts there ends under BASE_URL in the browser
    // that follows the link, and cannot join a church.
    const hostFields = request.hostChurch
      ? { host: hostOf(request), hostBrowser: browserKey(this.#loginCookie(request, reply)) }
      : { mayJoin: false };
    const ticket = await this.db.platform((tx) =>
      storeStep(tx, 'begin', null, { ...flow, ...hostFields }),
    );
    return { url: `${base.origin}/api/login?begin=${ticket}` };
  }

  /** The provider redirects the browser to this route. */
  @Route(routes.openId.callback)
  @Redirect()
  async callback(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Query('state') state: unknown,
  ): Promise<Redirection> {
    const browser = request.cookies[loginCookieName(this.config)];
    const flow =
      browser &&
      (await this.db.platform((tx) => resumeFlow(tx, 'callback', state, browserKey(browser))));
    const home = flow ? await this.#originOfChurch(flow) : null;
    if (!flow || home === null) return signInPage('', { problem: 'expired' });
    let claims: Claims;
    try {
      claims = await this.provider.exchangeCode(
        request.url.slice(request.url.indexOf('?')),
        String(state),
        deriveProofs(browser, String(state)),
      );
    } catch (error) {
      return redirectToProblem(home, error, flow);
    }
    if (!flow.host) return this.#finish(request, reply, claims, flow);
    const code = await this.db.platform((tx) =>
      storeStep(tx, 'enter', flow.hostBrowser, { ...flow, claims }),
    );
    return { url: `${home}/api/login/enter?code=${code}` };
  }

  /** Completes a sign-in on the church's host, in the browser that started it there. */
  @Route(routes.openId.enter)
  @Redirect()
  async enter(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Query('code') code: unknown,
  ): Promise<Redirection> {
    const browser = request.cookies[loginCookieName(this.config)];
    const flow =
      browser &&
      (await this.db.platform((tx) => resumeFlow(tx, 'enter', code, browserKey(browser))));
    const isHere =
      flow && flow.host === hostOf(request) && flow.churchId === request.hostChurch?.id;
    return isHere && flow.claims
      ? this.#finish(request, reply, flow.claims, flow)
      : signInPage('', { problem: 'expired' });
  }

  async #redirectToProvider(
    request: FastifyRequest,
    reply: FastifyReply,
    flow: LoginFlow,
  ): Promise<Redirection> {
    const browser = this.#loginCookie(request, reply);
    const state = await this.db.platform((tx) =>
      storeStep(tx, 'callback', browserKey(browser), flow),
    );
    try {
      return {
        url: await this.provider.buildAuthorizationUrl(state, deriveProofs(browser, state)),
      };
    } catch (error) {
      return redirectToProblem((await this.#originOfChurch(flow)) ?? '', error, flow);
    }
  }

  /** Starts the session with what the provider said, on the host to which the session belongs. */
  async #finish(
    request: FastifyRequest,
    reply: FastifyReply,
    claims: Claims,
    flow: LoginFlow,
  ): Promise<Redirection> {
    const { mayJoin, next } = flow;
    try {
      const signedIn = await this.accounts.signIn(
        claims,
        request.hostChurch?.id ?? flow.churchId,
        mayJoin,
        request.ip,
      );
      const method = await this.sessions.startOrAwaitFactor(request, reply, signedIn);
      if (!method) return { url: next && !/^\/api(\/|$)/i.test(next) ? next : '/' };
      // after an error the user can have the code sent again
      await this.factor.sendCode(signedIn.accountId).catch(() => undefined);
      return signInPage('', { code: method, next });
    } catch (error) {
      return redirectToProblem('', error, flow);
    }
  }

  /** Returns the login cookie of the browser on this host, and sets it. Several tabs share it. */
  #loginCookie(request: FastifyRequest, reply: FastifyReply): string {
    const name = loginCookieName(this.config);
    const storedBrowser = request.cookies[name];
    const browser =
      storedBrowser && /^[\w-]{43}$/.test(storedBrowser) ? storedBrowser : newSecret();
    void reply.setCookie(name, browser, { ...cookieOptions(this.config), maxAge: loginCookieAge });
    return browser;
  }

  /**
   * Returns the origin of the host on which the sign-in ends; empty for the current host; null if
   * the host no longer belongs to the church.
   */
  async #originOfChurch({ host, churchId }: LoginFlow): Promise<string | null> {
    if (!host) return '';
    const church = await this.db.platform((tx) => churchOfHost(tx, host, this.config));
    return church?.id === churchId ? originOf(this.config, host) : null;
  }
}

/** Redirects the browser with status 302. */
interface Redirection {
  url: string;
}

/**
 * Redirects to the sign-in page, which shows the problem. Throws all errors but `SignInStopped`
 * again.
 */
function redirectToProblem(home: string, error: unknown, { next }: LoginFlow): Redirection {
  if (!(error instanceof SignInStopped)) throw error;
  return signInPage(home, { problem: error.problem, next });
}

function signInPage(
  home: string,
  search: { problem?: SignInProblem; code?: Factor; next?: string | null },
): Redirection {
  const query = new URLSearchParams(
    Object.entries(search).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  ).toString();
  return { url: `${home}/sign-in${query && `?${query}`}` };
}

const hostOf = (request: FastifyRequest) => request.hostname.toLowerCase();

/**
 * Whether the request comes from our own pages or from the address bar. Old browsers do not tell.
 */
function isFromHere(request: FastifyRequest): boolean {
  const site = request.headers['sec-fetch-site'];
  return site === undefined || site === 'none' || site === 'same-origin';
}
