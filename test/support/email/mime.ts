/** Builds an email from a content type, a body and further fields of the header. */
export const email = (type: string, body: string | Uint8Array, ...fields: string[]) =>
  Buffer.concat([
    Buffer.from(
      [
        'From: hannah@grace.test',
        'To: reply@church.example',
        'MIME-Version: 1.0',
        ...(type === '' ? [] : [`Content-Type: ${type}`]),
        ...fields,
        '',
        '',
      ].join('\r\n'),
    ),
    Buffer.from(body),
  ]);

/** A part of a multipart email that `multipart` or `nestedMultipart` contains. */
export const part = (fields: string[], body: string) => ['--cut', ...fields, '', body].join('\r\n');
export const multipart = (subtype: string, ...parts: string[]) =>
  email(`multipart/${subtype}; boundary=cut`, [...parts, '--cut--', ''].join('\r\n'));
/** A multipart part within a multipart email. */
export const nestedMultipart = (subtype: string, ...parts: string[]) =>
  [
    '--cut',
    `Content-Type: multipart/${subtype}; boundary=in`,
    '',
    ...parts.map((innerPart) => innerPart.replace('--cut', '--in')),
    '--in--',
    '',
  ].join('\r\n');

export const plain = (text: string) => part(['Content-Type: text/plain; charset=utf-8'], text);
export const html = (text: string) => part(['Content-Type: text/html; charset=utf-8'], text);
export const base64 = (fields: string[], content: string) =>
  part([...fields, 'Content-Transfer-Encoding: base64'], Buffer.from(content).toString('base64'));
export const picture = (content: string, ...fields: string[]) =>
  base64(['Content-Type: image/png', ...fields], content);
