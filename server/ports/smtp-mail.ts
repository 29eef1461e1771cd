import { createTransport } from 'nodemailer'
import type { MailPort } from './mail.ts'
import { outgoing } from './outgoing-mail.ts'

const isLocal = (host: string) => host === 'localhost' || host === '127.0.0.1' || host === '[::1]'

/**
 * Mail through the server of `SMTP_URL`. To another machine only over TLS, unless the address itself says
 * `?requireTLS=false`; whoever hangs is left after half a minute.
 */
export function smtpMail(smtpUrl: string, from: string): MailPort {
  const transport = createTransport({
    url: smtpUrl,
    requireTLS: !isLocal(new URL(smtpUrl).hostname),
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send(mail) {
      await transport.sendMail(outgoing(mail, from))
    },
  }
}

/** Whether a mail server's answer says that trying again is of no use (SMTP 5xx). */
export const isRefusedForGood = (error: unknown) =>
  error instanceof Error && 'responseCode' in error && typeof error.responseCode === 'number' && error.responseCode >= 500
