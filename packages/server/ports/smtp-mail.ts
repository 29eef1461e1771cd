import type { Transporter } from 'nodemailer'
import type { MailPort } from './mail.ts'
import { toMailOptions } from './outgoing-mail.ts'

const isLocal = (host: string) => host === 'localhost' || host === '127.0.0.1' || host === '[::1]'

/**
 * Sends email through the server in `SMTP_URL`. Connections to other machines require TLS unless
 * the URL contains `?requireTLS=false`. If the server stops responding, the attempt fails after 30
 * seconds.
 */
export function createSmtpMail(smtpUrl: string, from: string): MailPort {
  const requireTLS = !isLocal(new URL(smtpUrl).hostname)
  let transport: Transporter | undefined
  return {
    async send(mail) {
      const { createTransport } = await import('nodemailer')
      transport ??= createTransport({
        url: smtpUrl,
        requireTLS,
        connectionTimeout: 10_000,
        greetingTimeout: 10_000,
        socketTimeout: 30_000,
        disableFileAccess: true,
        disableUrlAccess: true,
      })
      await transport.sendMail(toMailOptions(mail, from))
    },
  }
}

/** Whether the mail server's response means that a retry is useless (SMTP 5xx). */
export const isPermanentRejection = (error: unknown) =>
  error instanceof Error &&
  'responseCode' in error &&
  typeof error.responseCode === 'number' &&
  error.responseCode >= 500
