import pg from 'pg';

/** Milliseconds after which a server that does not answer counts as unreachable. */
const timeout = 10_000;

/**
 * Connects once and closes the connection again.
 * @returns a sentence for the operator about why the connection failed, without the password; null
 *   if it succeeded
 */
export async function findConnectionProblem(address: string): Promise<string | null> {
  const client = new pg.Client({ connectionString: address, connectionTimeoutMillis: timeout });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return null;
  } catch (error) {
    return describeConnectionProblem(error, client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

type Target = Pick<pg.Client, 'host' | 'port' | 'user' | 'database'>;

/** Describes why the connection failed. For an unknown error, the sentence names only its code. */
function describeConnectionProblem(error: unknown, target: Target): string {
  const { host, port, user = '', database = '' } = target;
  const [server, role] = [`${host}:${port}`, `the role "${user}"`];
  const { code, message } = toCodeAndMessage(error);
  switch (code) {
    case 'ENOTFOUND':
      return `there is no host "${host}".`;
    case 'EAI_AGAIN':
      return `the name server could not say where the host "${host}" is.`;
    case 'ECONNREFUSED':
      return `no server listens at ${server}.`;
    case '28P01':
      return `the server refuses the password of ${role}, or has no such role.`;
    case '28000':
      return (
        `the server refuses ${role}: it has no such role, or pg_hba.conf does not let it ` +
        'connect.'
      );
    case '3D000':
      return `the server has no database "${database}".`;
    case '42501':
      return `${role} may not connect to the database "${database}".`;
    case '53300':
      return `the server accepts no further connections of ${role}.`;
    case '57P03':
      return `the server at ${server} is starting or stopping. Try again in a minute.`;
  }
  if (/password must be a (non-empty )?string/.test(message))
    return `it needs a password of ${role}.`;
  if (/timeout/i.test(message)) return `the server at ${server} does not answer.`;
  return `the connection to ${server} failed (${code ?? 'unknown error'}).`;
}

/**
 * Reads the code and the message. Node.js reports one error for each address of a host; the first
 * is used.
 */
function toCodeAndMessage(error: unknown): { code: string | undefined; message: string } {
  if (!(error instanceof Error)) return { code: undefined, message: '' };
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  const { code, message } = (first ?? error) as Error & { code?: string };
  return { code, message };
}
