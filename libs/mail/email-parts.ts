import { buffer } from 'node:stream/consumers';
import mailsplit, { type MimeNode, type SplitterChunk } from '@zone-eu/mailsplit';

/** A part of an email (RFC 2046). */
export interface EmailPart {
  /** for example `text/plain`, in lower case */
  type: string;
  charset: string | null;
  /** null if the part has no file name */
  fileName: string | null;
  /** whether the email declares the part a file (`Content-Disposition: attachment`) */
  isAttached: boolean;
  /** whether the HTML can show the part as a picture (`cid:`) */
  hasContentId: boolean;
  /** how the lines of a `text/plain` part are wrapped (RFC 3676); null: they are not wrapped */
  flowed: { deletesSpaces: boolean } | null;
  /** the decoded bytes; empty for a part that consists of parts */
  content: Buffer;
  parts: EmailPart[];
}

/**
 * Reads the parts of an email. Emails that are attached to the email stay whole.
 * @throws Error for an email that cannot be read: one with a header of more than a megabyte, or
 * with more than 1,000 parts
 */
export async function readParts(raw: Buffer): Promise<EmailPart> {
  const bodies = new Map<MimeNode, Buffer[]>();
  const splitter = new mailsplit.Splitter({ ignoreEmbedded: true });
  splitter.end(raw);
  for await (const chunk of splitter as AsyncIterable<SplitterChunk>) {
    if (chunk.type === 'node') bodies.set(chunk, []);
    else if (chunk.type === 'body') bodies.get(chunk.node)?.push(chunk.value);
  }
  return treeOf(bodies);
}

async function treeOf(bodies: ReadonlyMap<MimeNode, readonly Buffer[]>): Promise<EmailPart> {
  const parts = new Map<MimeNode, EmailPart>();
  for (const [node, body] of bodies) {
    const part = await partOf(node, body);
    parts.set(node, part);
    const parent = node.parentNode && parts.get(node.parentNode);
    if (parent) parent.parts.push(part);
  }
  const [root] = parts.values();
  if (root === undefined) throw new Error('The email has no parts.');
  return root;
}

async function partOf(node: MimeNode, body: readonly Buffer[]): Promise<EmailPart> {
  const { disposition, headers } = node;
  return {
    type: node.contentType || 'text/plain',
    charset: node.charset || null,
    fileName: node.filename || null,
    isAttached: disposition !== false && disposition !== 'inline',
    hasContentId: headers !== false && headers.hasHeader('content-id'),
    flowed: node.flowed ? { deletesSpaces: node.delSp } : null,
    content: node.multipart ? Buffer.alloc(0) : await decode(node, body),
    parts: [],
  };
}

function decode(node: MimeNode, body: readonly Buffer[]): Promise<Buffer> {
  const decoder = node.getDecoder();
  decoder.end(Buffer.concat(body));
  return buffer(decoder);
}
