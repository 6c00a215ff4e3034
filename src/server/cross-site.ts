import type { FastifyReply, FastifyRequest } from 'fastify';
import { routes } from '#libs/contracts/routes';
import { fastifyPath } from '#libs/http';

/**
 * The paths that other services call: Stripe and Twilio, which sign their requests; a mail server,
 * which sends a secret; and mail programs, which unsubscribe with the token of an email.
 */
export const crossSiteRoutes: readonly string[] = [
  routes.stripeWebhook.receive,
  routes.unsubscribe.stop,
  routes.inboundSms.receive,
  routes.inboundMail.receive,
].map(({ path }) => fastifyPath(path));

/** Methods that change nothing. */
const safeMethods = ['GET', 'HEAD', 'OPTIONS'];

/** Refuses requests of other sites' pages, which would act with the session of a signed-in user. */
export function refuseCrossSite(
  request: FastifyRequest,
  reply: FastifyReply,
  done: () => void,
): void {
  const isCallback = crossSiteRoutes.includes(request.routeOptions.url ?? '');
  if (safeMethods.includes(request.method) || isCallback) {
    done();
    return;
  }
  const { origin } = request.headers;
  const isForeign = origin !== undefined && !isOfHost(origin, request.host);
  if (isForeign || request.headers['sec-fetch-site'] === 'cross-site') {
    request.refusal = 'cross-site';
    void reply
      .status(403)
      .send({ message: 'This request came from another site.', code: 'cross-site' });
    return;
  }
  done();
}

/**
 * Returns whether an `Origin` header names the host of the request.
 * @param host Fastify's `request.host`, which also selects the church: `X-Forwarded-Host` of a
 * trusted proxy, or `Host`
 */
function isOfHost(origin: string, host: string): boolean {
  if (!URL.canParse(origin)) return false;
  const { protocol, host: originHost } = new URL(origin);
  // The URL has no default port, like `Origin`.
  const address = `${protocol}//${host}`;
  return URL.canParse(address) && new URL(address).host === originHost;
}
