import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import type { SecretKeys } from '../secret-keys.ts'

/**
 * The cell that holds an encrypted value. A value that is moved to another cell cannot be
 * decrypted.
 */
export interface CipherCell {
  readonly table: string
  readonly column: string
  readonly id: string
}

/** Prefix of every encrypted value. */
export const cipherFormat = 'v1.'
const nonceBytes = 12
const tagBytes = 16

/**
 * Encrypts a value with AES-256-GCM and a random nonce. Table, column and record id are
 * authenticated as additional data.
 */
export function encryptValue(clear: string, keys: SecretKeys, cell: CipherCell): string {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', keys.encryption, nonce)
  cipher.setAAD(cellBytes(cell))
  const encrypted = Buffer.concat([cipher.update(clear, 'utf8'), cipher.final()])
  return cipherFormat + Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64url')
}

/** Returns the decrypted value. Throws if the key is wrong, or the value was moved or changed. */
export function decryptValue(stored: string, keys: SecretKeys, cell: CipherCell): string {
  if (!stored.startsWith(cipherFormat))
    throw new Error(`${cell.table}.${cell.column} of ${cell.id} is in an unknown format`)
  const bytes = Buffer.from(stored.slice(cipherFormat.length), 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', keys.encryption, bytes.subarray(0, nonceBytes))
  decipher.setAAD(cellBytes(cell))
  decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
  return (
    decipher.update(bytes.subarray(nonceBytes + tagBytes), undefined, 'utf8') +
    decipher.final('utf8')
  )
}

const cellBytes = ({ table, column, id }: CipherCell) => Buffer.from(`${table}.${column}.${id}`)

/**
 * Keyed hash that makes an encrypted value searchable. Equal values have equal hashes, which cannot
 * be computed without the key.
 */
export const blindIndex = (clear: string, keys: SecretKeys) =>
  createHmac('sha256', keys.index).update(`national-id:${clear}`).digest('base64url')
