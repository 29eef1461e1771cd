/**
 * An image attached to the email. The HTML refers to the image as `cid:<cid>`, so that reading the
 * email loads nothing from the network.
 */
export interface MailPicture {
  readonly cid: string
  readonly mediaType: string
  readonly bytes: Buffer
}

/**
 * An email to one recipient, as plain text and as HTML. It must not contain personal numbers or
 * passwords.
 */
export interface Mail {
  readonly id: string
  readonly to: { readonly name: string; readonly address: string }
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly pictures?: readonly MailPicture[]
}
export interface MailPort {
  /**
   * Sends an email. Throws if the mail server rejects it or is unreachable. The outbox then
   * retries.
   */
  send(mail: Mail): Promise<void>
}
