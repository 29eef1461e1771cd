import type { Mail } from './mail.ts'

/**
 * A local part of plain characters and a host name with at least one dot. No quoted parts or
 * comments.
 */
const addressPattern =
  /^[A-Za-z0-9.!#$%&'*+/=?^_{|}~-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$/

/**
 * Whether an email may be sent to this address. Anything but a single plain address is rejected
 * before a mail library parses it.
 */
export const isMailAddress = (address: string) =>
  address.length <= 254 && addressPattern.test(address)

/**
 * Converts a name or subject to one line. Line breaks and control characters, which could inject
 * headers, become spaces.
 */
export const oneLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()

/**
 * Converts an email to nodemailer options. The address is an object, so that a name is never parsed
 * as a list of addresses. The message id is derived from the email's id, so that an email sent
 * twice is recognised as one. Throws for an invalid address.
 */
export function toMailOptions(mail: Mail, from: string) {
  if (!isMailAddress(mail.to.address)) throw new Error('the recipient has no valid email address')
  const sender = parseSender(from)
  return {
    from: sender,
    to: { name: oneLine(mail.to.name), address: mail.to.address },
    subject: oneLine(mail.subject),
    text: mail.text,
    html: mail.html,
    attachments: (mail.pictures ?? []).map(({ cid, mediaType, bytes }) => ({
      cid,
      content: bytes,
      contentType: mediaType,
      contentDisposition: 'inline' as const,
      // Otherwise the library would generate a name.
      filename: false as const,
    })),
    messageId: `<${mail.id}@${sender.address.split('@')[1]}>`,
    textEncoding: 'quoted-printable' as const,
    disableFileAccess: true,
    disableUrlAccess: true,
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}

/** Parses `MAIL_FROM`: `Name <address>` or a plain address. */
function parseSender(from: string): { name: string; address: string } {
  const match = /^(.*?)\s*<([^<>]+)>$/.exec(from.trim())
  const address = match?.[2] ?? from.trim()
  return {
    name: oneLine((match?.[1] ?? '').replaceAll('"', '')),
    address: address.includes('@') ? address : `${address}@localhost`,
  }
}

/** Returns the email as the bytes of a message (RFC 5322). */
export async function composeMessage(mail: Mail, from: string): Promise<Buffer> {
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  const { message } = await transport.sendMail(toMailOptions(mail, from))
  // With `buffer: true` the message is a buffer.
  return message as Buffer
}
