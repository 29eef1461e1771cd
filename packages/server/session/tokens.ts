import { createHash, createHmac, randomBytes } from 'node:crypto'

/** Returns a new secret of 256 bits, as 43 base64url characters. Only its hash is ever stored. */
export const createToken = () => randomBytes(32).toString('base64url')

/** Stored form of a token: its SHA-256 in hexadecimal. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest('hex')

/** Whether `text` has the form of a token. Anything else is rejected without a query. */
export const isToken = (text: unknown): text is string =>
  typeof text === 'string' && /^[A-Za-z0-9_-]{43}$/.test(text)

/**
 * Pseudonym for a user or an IP address in the rate limit table. It cannot be reversed without the
 * key.
 */
export const maskSubject = (key: Uint8Array, subject: string) =>
  createHmac('sha256', key).update(subject).digest('base64url').slice(0, 22)
