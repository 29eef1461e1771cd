import { createHash, createHmac, randomBytes } from 'node:crypto'

/** A new secret of 256 bits, as 43 base64url characters. Only its hash is ever stored (S-3.1). */
export const newToken = () => randomBytes(32).toString('base64url')

/** Stored form of a token: its SHA-256, in hexadecimal. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest('hex')

/** Tells whether `text` has the shape of a token; anything else is refused before the database is asked. */
export const isToken = (text: unknown): text is string => typeof text === 'string' && /^[A-Za-z0-9_-]{43}$/.test(text)

/** A name for a person or address in the limiter's table that cannot be read back without the key. */
export const maskSubject = (key: Uint8Array, subject: string) => createHmac('sha256', key).update(subject).digest('base64url').slice(0, 22)
