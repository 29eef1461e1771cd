import type { Mail } from './mail.ts'

/** Local part of plain characters, host labels of letters, digits and hyphens, at least one dot; nothing quoted, no comment (S-17.1). */
const addressPattern = /^[A-Za-z0-9.!#$%&'*+/=?^_{|}~-]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$/

/** Tells whether a mail may go to this address. Whatever is not plainly one address is refused before a mail library sees it. */
export const isMailAddress = (address: string) => address.length <= 254 && addressPattern.test(address)

/** A name or subject as one line: line breaks and other controls, by which headers are smuggled in, become spaces. */
export const oneLine = (text: string) => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()

/**
 * A mail as nodemailer takes it. The address travels as an object, so that no name is parsed as a list; the message id
 * follows from the mail's own, so that a mail sent twice is seen as one. Throws for an address that is not one.
 */
export function outgoing(mail: Mail, from: string) {
  if (!isMailAddress(mail.to.address)) throw new Error('the recipient has no usable mail address')
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
      // Without a name of its own the library would make one up.
      filename: false as const,
    })),
    messageId: `<${mail.id}@${sender.address.split('@')[1]}>`,
    textEncoding: 'quoted-printable' as const,
    disableFileAccess: true,
    disableUrlAccess: true,
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}

/** `Name <address>` or a bare address, as `MAIL_FROM` has it. */
function parseSender(from: string): { name: string; address: string } {
  const match = /^(.*?)\s*<([^<>]+)>$/.exec(from.trim())
  const address = match?.[2] ?? from.trim()
  return { name: oneLine((match?.[1] ?? '').replaceAll('"', '')), address: address.includes('@') ? address : `${address}@localhost` }
}

/** The mail as the bytes of one message (RFC 5322). */
export async function composeMessage(mail: Mail, from: string): Promise<Buffer> {
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  const { message } = await transport.sendMail(outgoing(mail, from))
  // With `buffer: true` the message is a buffer.
  return message as Buffer
}
