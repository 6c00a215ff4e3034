import { createHash, createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

type Claims = Record<string, unknown>;

/** The differences of a dishonest provider from an honest one. */
export interface Mischief {
  /** changes what the token says */
  claims?: (correctClaims: Claims) => Claims;
  header?: (correctHeader: Claims) => Claims;
  /** signs with a key that it never published */
  otherKey?: boolean;
  /** changes the finished token */
  token?: (correctToken: string) => string;
  /** answers the exchange of the code with this status */
  status?: number;
  /** closes the connection instead */
  hangsUp?: boolean;
  /** answers no request at all */
  isDown?: boolean;
}

export interface FalseProvider {
  client: { OIDC_ISSUER: string; OIDC_CLIENT_ID: string; OIDC_CLIENT_SECRET: string };
  mischief: Mischief;
  /** the claims about the user */
  person: Claims;
  /** the requests to exchange a code, the last one last */
  exchanged: URLSearchParams[];
  /** Returns the address to which the provider would redirect the browser after the request. */
  answerTo(asked: URL): URL;
  close(): Promise<void>;
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Starts a simple provider that can be dishonest. */
export async function startFalseProvider(): Promise<FalseProvider> {
  const [ownKey, other] = [
    generateKeyPairSync('rsa', { modulusLength: 2048 }),
    generateKeyPairSync('rsa', { modulusLength: 2048 }),
  ];
  const requestsByCode = new Map<string, { nonce: string; challenge: string }>();
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const answer = it.mischief.isDown
        ? null
        : answerOf(request.url!, new URLSearchParams(Buffer.concat(chunks).toString()));
      if (answer)
        response
          .writeHead(answer.status, { 'content-type': 'application/json' })
          .end(JSON.stringify(answer.body));
      else request.socket.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const answerOf = (
    path: string,
    form: URLSearchParams,
  ): { status: number; body: unknown } | null => {
    if (path === '/.well-known/openid-configuration')
      return { status: 200, body: metadata(issuer) };
    if (path === '/keys')
      return {
        status: 200,
        body: {
          keys: [
            { ...ownKey.publicKey.export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: 'RS256' },
          ],
        },
      };
    it.exchanged.push(form);
    if (it.mischief.hangsUp) return null;
    if (it.mischief.status) return { status: it.mischief.status, body: { error: 'server_error' } };
    const signInRequest = requestsByCode.get(form.get('code')!);
    const isRight =
      createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url') === signInRequest?.challenge;
    return isRight
      ? {
          status: 200,
          body: { access_token: 'a', token_type: 'Bearer', id_token: idToken(signInRequest.nonce) },
        }
      : { status: 400, body: { error: 'invalid_grant' } };
  };
  const idToken = (nonce: string) => {
    const { claims = same, header = same, token = same, otherKey = false } = it.mischief;
    const now = Math.floor(Date.now() / 1000);
    const givenClaims = claims({
      iss: issuer,
      aud: 'church-connect',
      iat: now,
      exp: now + 60,
      nonce,
      ...it.person,
    });
    return token(
      sign(
        header({ alg: 'RS256', kid: 'one' }),
        givenClaims,
        otherKey ? other.privateKey : ownKey.privateKey,
      ),
    );
  };
  const it: FalseProvider = {
    client: { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'church-connect', OIDC_CLIENT_SECRET: 'secret' },
    mischief: {},
    person: {},
    exchanged: [],
    answerTo(address) {
      const query = address.searchParams;
      const code = `code-${requestsByCode.size}`;
      requestsByCode.set(code, {
        nonce: query.get('nonce')!,
        challenge: query.get('code_challenge')!,
      });
      const redirectUrl = new URL(query.get('redirect_uri')!);
      redirectUrl.search = new URLSearchParams({ code, state: query.get('state')! }).toString();
      return redirectUrl;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return it;
}

const same = <T>(value: T): T => value;

const metadata = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/ask`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/keys`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
  token_endpoint_auth_methods_supported: ['client_secret_post'],
  code_challenge_methods_supported: ['S256'],
});

function sign(header: Claims, claims: Claims, key: KeyObject): string {
  const text = `${encode(header)}.${encode(claims)}`;
  return `${text}.${createSign('sha256').update(text).sign(key, 'base64url')}`;
}
