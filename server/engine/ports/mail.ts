/** A picture that travels within the mail; its HTML shows it as `cid:<cid>`, so that reading the mail fetches nothing. */
export interface MailPicture {
  readonly cid: string
  readonly mediaType: string
  readonly bytes: Buffer
}

/** A mail to one person. Plain text and the same as HTML; never a CNP, never a password. */
export interface Mail {
  readonly id: string
  readonly to: { readonly name: string; readonly address: string }
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly pictures?: readonly MailPicture[]
}
export interface MailPort {
  /** Hands one mail over. Throws when the server refuses or cannot be reached; the outbox tries again. */
  send(mail: Mail): Promise<void>
}
