import { Inject, Injectable, Logger } from '@nestjs/common';
import type * as OpenIdClient from 'openid-client';
import { routes } from '#libs/contracts/routes';
import { emailInput, text, type SignInProblem } from '#libs/contracts';
import { baseUrl, Config } from '../../ops/config.js';

/** Whom the provider says it is. */
export interface Claims {
  issuer: string;
  /** the provider's own name for the person, which never changes */
  subject: string;
  email: string | null;
  /** whether the provider vouches that the address is the person's */
  emailVerified: boolean;
  firstName: string;
  lastName: string;
}

/** Why a sign-in by the provider came to nothing; /sign-in says it in words. */
export class SignInStopped extends Error {
  constructor(readonly problem: SignInProblem) {
    super(problem);
  }
}

/** Seconds that the provider has for each answer. */
const timeoutSeconds = 10;

/**
 * The OpenID Connect provider: authorization code with state, nonce and PKCE. It is asked what it can do at the first
 * sign-in, and again after a failure; the program starts without it.
 */
@Injectable()
export class OpenId {
  readonly #log = new Logger('single sign-on');
  #discovered: Promise<OpenIdClient.Configuration> | null = null;

  constructor(@Inject(Config) private readonly config: Config) {}

  /** Whether there is one. */
  get isOn(): boolean {
    return this.config.OIDC_ISSUER !== undefined;
  }

  /** Where to send the browser. @throws SignInStopped while the provider cannot be reached */
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
   * Who came back: exchanges the code, and takes the answer only if issuer, audience, nonce, times and signature are right.
   * @param query of the address to which the provider sent the browser @throws SignInStopped
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
      const proven = tokens.claims()!;
      // many providers keep the token short and tell the rest when asked; address and its proof come from one place
      const isShort =
        proven.email === undefined && provider.serverMetadata().userinfo_endpoint !== undefined;
      const person: Record<string, unknown> = isShort
        ? await client.fetchUserInfo(provider, tokens.access_token, proven.sub)
        : proven;
      return claimsOf(proven.iss, proven.sub, person);
    } catch (error) {
      throw this.#stopped(client, error);
    }
  }

  #redirectUri(): URL {
    return new URL(routes.openId.callback.path, baseUrl(this.config));
  }

  /** The library is loaded by whoever signs in first. */
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
          // oxlint-disable-next-line typescript/no-deprecated -- deprecated only as a warning; config.ts allows http: on loopback only
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

/** @throws SignInStopped for a subject that is none */
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

/** No answer, none in time, or the provider's own trouble. */
function isUnavailable(error: unknown): boolean {
  const { cause } = error as { cause?: unknown };
  if (cause instanceof Response) return cause.status >= 500;
  // by name: fetch may be of another realm than this file
  const isSilence = (one: unknown) =>
    typeof one === 'object' &&
    one !== null &&
    'name' in one &&
    (one.name === 'TimeoutError' || (one.name === 'TypeError' && !('code' in one)));
  return isSilence(error) || isSilence(cause);
}
