/** The parts of a raw mail; header fields in the order of the mail. */
export interface RawMail {
  from?: string;
  subject?: string;
  messageId?: string;
  /** Further header fields, without line breaks at their ends. */
  fields?: readonly string[];
  body?: string | Buffer;
}

let count = 0;

/** Returns a mail as it is transferred (RFC 5322): by default from Ada, in plain text. */
export function writeRawMail({
  from = 'Ada <ada@example.org>',
  subject = 'Hello',
  messageId,
  fields = [],
  body = 'Text\r\n',
}: RawMail = {}): Buffer {
  count += 1;
  const head = [
    `From: ${from}`,
    `Subject: ${subject}`,
    `Message-ID: ${messageId ?? `<mail-${count}@example.org>`}`,
    ...fields,
  ];
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), Buffer.from(body)]);
}

/** A part of a multipart mail: its header fields, and its content. */
export type RawPart = readonly [fields: string, content: string | Buffer];

/** Returns a multipart mail. Contents that are bytes are encoded in Base64. */
export function writeMultipartMail(type: string, parts: readonly RawPart[], mail: RawMail = {}): Buffer {
  const body = parts.map(([fields, content]) => {
    const isText = typeof content === 'string';
    const encoding = isText ? '' : '\r\nContent-Transfer-Encoding: base64';
    const text = isText ? content : content.toString('base64').replace(/.{76}/g, '$&\r\n');
    return `--part\r\n${fields}${encoding}\r\n\r\n${text}\r\n`;
  });
  const fields = [...(mail.fields ?? []), `Content-Type: ${type}; boundary=part`];
  return writeRawMail({ ...mail, fields, body: `${body.join('')}--part--\r\n` });
}

/** Returns the report of a mail server that it could not deliver a mail (RFC 3464). */
export function writeDeliveryReport({
  recipient,
  messageId,
  reason = '550 5.1.1 no such user',
  action = 'failed',
}: {
  recipient: string;
  messageId: string;
  reason?: string;
  action?: string;
}): Buffer {
  return writeMultipartMail(
    'multipart/report; report-type=delivery-status',
    [
      ['Content-Type: text/plain', 'I am sorry to have to inform you that your message could not be delivered.'],
      [
        'Content-Type: message/delivery-status',
        `Reporting-MTA: dns; mx.example.org\r\n\r\nFinal-Recipient: rfc822; ${recipient}\r\nAction: ${action}\r\nStatus: 5.1.1\r\nDiagnostic-Code: smtp;\r\n ${reason}`,
      ],
      ['Content-Type: text/rfc822-headers', `Message-ID: ${messageId}\r\nSubject: Hello`],
    ],
    {
      from: 'Mail Delivery System <mailer-daemon@mx.example.org>',
      subject: 'Undelivered Mail Returned to Sender',
      fields: ['Return-Path: <>', 'Auto-Submitted: auto-replied'],
    },
  );
}
