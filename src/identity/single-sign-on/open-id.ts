import { Inject, Injectable, Logger } from '@nestjs/common';
import type * as OpenIdClient from 'openid-client';
import { routes } from '#libs/contracts/routes';
import { emailInput, text, type SignInProblem } from '#libs/contracts';
import { baseUrl, Config } from '../../ops/config.js';

/** What the provider says about the user. */
export interface Claims {
  issuer: string;
  /** the provider's id of the user, which never changes */
  subject: string;
  email: string | null;
  /** whether the provider has verified that the address belongs to the user */
  emailVerified: boolean;
  firstName: string;
  lastName: string;
}

/** The reason why a sign-in with the provider failed. The page /sign-in explains it. */
export class SignInStopped extends Error {
  constructor(readonly problem: SignInProblem) {
    super(problem);
  }
}

/** How many seconds the program waits for each answer of the provider. */
const timeoutSeconds = 10;

/**
 * The client of the OpenID Connect provider (authorization code flow with state, nonce and PKCE).
 * Its configuration is discovered at the first sign-in, and again after a failure, so that the
 * program starts without the provider.
 */
@Injectable()
export class OpenId {
  readonly #log = new Logger('single sign-on');
  #discovered: Promise<OpenIdClient.Configuration> | null = null;

  constructor(@Inject(Config) private readonly config: Config) {}

  /** Whether a provider is configured. */
  get isOn(): boolean {
    return this.config.OIDC_ISSUER !== undefined;
  }

  /**
   * Returns the address of the provider to which the browser is redirected.
   * @throws SignInStopped if the provider cannot be reached
   */
  async buildAuthorizationUrl(
    state: string,
    { nonce, verifier }: { nonce: string; verifier: string },
  ): Promise<string> {
    const [client, provider] = await this.#provider();
    return client.buildAuthorizationUrl(provider, {
      redirect_uri: this.#redirectUri().href,
      scope: 'openid email profile',
      state,
      nonce,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    }).href;
  }

  /**
   * Exchanges the authorization code for an ID token, and checks its issuer, audience, nonce, times
   * and signature.
   * @param query the query string of the callback, with the leading question mark
   * @throws SignInStopped
   */
  async exchangeCode(
    query: string,
    state: string,
    { nonce, verifier }: { nonce: string; verifier: string },
  ): Promise<Claims> {
    const [client, provider] = await this.#provider();
    const url = this.#redirectUri();
    url.search = query;
    try {
      const tokens = await client.authorizationCodeGrant(provider, url, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const idToken = tokens.claims()!;
      // Many providers leave the email address out of the ID token. Then the address and
      // `email_verified` are both read from the userinfo endpoint.
      const isShort =
        idToken.email === undefined && provider.serverMetadata().userinfo_endpoint !== undefined;
      const person: Record<string, unknown> = isShort
        ? await client.fetchUserInfo(provider, tokens.access_token, idToken.sub)
        : idToken;
      return claimsOf(idToken.iss, idToken.sub, person);
    } catch (error) {
      throw this.#stopped(client, error);
    }
  }

  #redirectUri(): URL {
    return new URL(routes.openId.callback.path, baseUrl(this.config));
  }

  /** The library is loaded at the first sign-in. */
  async #provider(): Promise<[typeof OpenIdClient, OpenIdClient.Configuration]> {
    const client = await import('openid-client');
    this.#discovered ??= this.#discover(client);
    try {
      return [client, await this.#discovered];
    } catch (error) {
      this.#discovered = null;
      this.#log.warn({ message: 'the provider could not be discovered', error });
      throw new SignInStopped('provider-away');
    }
  }

  #discover(client: typeof OpenIdClient): Promise<OpenIdClient.Configuration> {
    const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: id, OIDC_CLIENT_SECRET: secret } = this.config;
    const [post, basic] = [client.ClientSecretPost(secret), client.ClientSecretBasic(secret)];
    return client.discovery(
      new URL(issuer!),
      id!,
      undefined,
      (server, ...rest) =>
        (server.token_endpoint_auth_methods_supported?.includes('client_secret_post')
          ? post
          : basic)(server, ...rest),
      {
        timeout: timeoutSeconds,
        execute: [
          client.enableNonRepudiationChecks,
          // config.ts allows http: on loopback only
          // oxlint-disable-next-line typescript/no-deprecated -- deprecated only as a warning
          ...(issuer!.startsWith('http:') ? [client.allowInsecureRequests] : []),
        ],
      },
    );
  }

  #stopped(client: typeof OpenIdClient, error: unknown): SignInStopped {
    if (error instanceof client.AuthorizationResponseError && error.error === 'access_denied')
      return new SignInStopped('cancelled');
    this.#log.warn({ message: 'a sign-in failed', error });
    return new SignInStopped(isUnavailable(error) ? 'provider-away' : 'failed');
  }
}

/** @throws SignInStopped for an invalid subject */
function claimsOf(issuer: string, subject: string, person: Record<string, unknown>): Claims {
  if (subject.length > 255 || subject.includes('\0')) throw new SignInStopped('failed');
  const name = (value: unknown) => text(100).safeParse(value).data ?? '';
  const email = emailInput.safeParse(person.email).data ?? null;
  const [first = '', ...rest] = name(person.name).split(/\s+/);
  return {
    issuer,
    subject,
    email,
    emailVerified: email !== null && person.email_verified === true,
    firstName: name(person.given_name) || first || email?.split('@')[0] || '',
    lastName: name(person.family_name) || (name(person.given_name) ? '' : rest.join(' ')),
  };
}

/** Whether an error means that the provider did not answer in time or answered with status 5xx. */
function isUnavailable(error: unknown): boolean {
  const { cause } = error as { cause?: unknown };
  if (cause instanceof Response) return cause.status >= 500;
  return isNetworkError(error) || isNetworkError(cause);
}

/** Compares names instead of classes, because `fetch` may throw errors of another realm. */
function isNetworkError(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || !('name' in error)) return false;
  return error.name === 'TimeoutError' || (error.name === 'TypeError' && !('code' in error));
}
