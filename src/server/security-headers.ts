import type { FastifyHelmetOptions } from '@fastify/helmet';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { videoPlayerOrigins } from '#libs/contracts';
import { ownHosts, type Config } from '../ops/config.js';

/** Returns the headers that restrict what pages may load and do. */
export const securityHeaders = (config: Config): FastifyHelmetOptions => ({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: [
        "'self'",
        ...forCards(config, 'https://js.stripe.com', 'https://*.js.stripe.com'),
      ],
      connectSrc: ["'self'", ...forCards(config, 'https://api.stripe.com')],
      styleSrc: ["'self'", "'unsafe-inline'"],
      mediaSrc: ["'self'", 'https:'],
      imgSrc: ["'self'", 'data:'],
      fontSrc: ["'self'"],
      // Players of videos, Stripe's field for the card, and the page of a bank that confirms it.
      frameSrc: [
        "'self'",
        ...videoPlayerOrigins,
        ...forCards(
          config,
          'https://js.stripe.com',
          'https://*.js.stripe.com',
          'https://hooks.stripe.com',
        ),
      ],
      objectSrc: ["'none'"],
      baseUri: ["'self'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
  },
  referrerPolicy: { policy: 'same-origin' },
  strictTransportSecurity: false, // see `requireHttps`: it depends on the host
});

/**
 * Returns origins of Stripe if payments are configured. Stripe's script shows the field for the
 * card and sends the card number to Stripe, so that this program never receives it.
 */
const forCards = (config: Config, ...origins: string[]) =>
  config.STRIPE_PUBLISHABLE_KEY ? origins : [];

/**
 * Tells browsers to use HTTPS for a year. `includeSubDomains` is sent only on the hosts of the
 * installation, because subdomains of a church's own domain can belong to other websites.
 */
export function requireHttps(config: Config) {
  const { PORTAL_HOST } = config;
  const shared = PORTAL_HOST.slice(PORTAL_HOST.indexOf('.'));
  const ownNames = ownHosts(config);
  return (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    const host = request.hostname.toLowerCase();
    const isOurs = ownNames.includes(host) || host.endsWith(shared);
    const year = 'max-age=31536000';
    void reply.header('strict-transport-security', isOurs ? `${year}; includeSubDomains` : year);
    done();
  };
}
