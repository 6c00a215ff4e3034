import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider, type KoaContextWithOIDC } from 'oidc-provider';

export interface Visitor {
  /** the provider's id of the user */
  subject: string;
  email?: string;
  email_verified?: boolean;
  name?: string;
  given_name?: string;
  family_name?: string;
}

export interface TestProvider {
  issuer: string;
  client: { OIDC_ISSUER: string; OIDC_CLIENT_ID: string; OIDC_CLIENT_SECRET: string };
  /** the user who is signed in at the provider; null: the user cancels */
  visitor: Visitor | null;
  /** Accepts the redirect address of an application. */
  serve(redirectUri: string): void;
  close(): Promise<void>;
}

/**
 * Starts a real provider on a free port, which shows no dialogs: every browser is signed in as
 * `visitor`. It requires PKCE.
 */
export async function startProvider(): Promise<TestProvider> {
  let handle: http.RequestListener = (_, response) => void response.writeHead(503).end();
  const server = http.createServer((request, response) => handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client = {
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: 'church-connect',
    OIDC_CLIENT_SECRET: 'a secret with + and / in it',
  };
  const visitorsBySubject = new Map<string, Visitor>();
  let present: Visitor | null = null;
  return {
    issuer,
    client,
    get visitor() {
      return present;
    },
    set visitor(visitor) {
      if (visitor) visitorsBySubject.set(visitor.subject, visitor);
      present = visitor;
    },
    serve(redirectUri) {
      const provider = quietly(() => makeProvider(issuer, client, redirectUri, visitorsBySubject));
      const callback = provider.callback();
      handle = (request, response) => {
        if (request.url?.startsWith('/interaction/'))
          void interact(provider, request, response, present);
        else void callback(request, response);
      };
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The provider warns that its keys and memory are for development only. */
function quietly<T>(work: () => T): T {
  const { warn } = console;
  console.warn = () => undefined;
  try {
    return work();
  } finally {
    console.warn = warn;
  }
}

const kinds = ['AccessToken', 'AuthorizationCode', 'Grant', 'IdToken', 'Interaction', 'Session'];

function makeProvider(
  issuer: string,
  client: TestProvider['client'],
  redirectUri: string,
  visitorsBySubject: Map<string, Visitor>,
): Provider {
  return new Provider(issuer, {
    clients: [
      {
        client_id: client.OIDC_CLIENT_ID,
        client_secret: client.OIDC_CLIENT_SECRET,
        redirect_uris: [redirectUri],
      },
    ],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name'],
    },
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    cookies: { keys: ['of a test'] },
    ttl: Object.fromEntries(kinds.map((kind) => [kind, 600])),
    findAccount: (_, subject) => {
      const { subject: sub, ...claims } = visitorsBySubject.get(subject)!;
      return { accountId: sub, claims: () => ({ sub, ...claims }) };
    },
    // Every user has agreed to everything.
    loadExistingGrant: async (context: KoaContextWithOIDC) => {
      const { provider, session, params, client: asking } = context.oidc;
      const grantId = session!.grantIdFor(asking!.clientId);
      if (grantId) return provider.Grant.find(grantId);
      const grant = new provider.Grant({
        accountId: session!.accountId!,
        clientId: asking!.clientId,
      });
      grant.addOIDCScope(String(params!.scope));
      await grant.save();
      return grant;
    },
    renderError: (context, out) => {
      context.body = JSON.stringify(out);
    },
  });
}

async function interact(
  provider: Provider,
  request: http.IncomingMessage,
  response: http.ServerResponse,
  visitor: Visitor | null,
): Promise<void> {
  const result = visitor
    ? { login: { accountId: visitor.subject } }
    : {
        error: 'access_denied',
        error_description: '<b>Sign-in was cancelled by the provider’s words</b>',
      };
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
}
