import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createSharedSync } from './durable.ts'
import type { MailPort } from './mail.ts'
import { composeMessage } from './outgoing-mail.ts'

const folderOf = (dataDir: string) => join(dataDir, 'mail')

/**
 * Delivery without a mail server: each email becomes `DATA_DIR/mail/<id>.eml`, which administrators
 * can read in the console.
 */
export function createEmlMail(dataDir: string, from: string): MailPort {
  const syncOf = createSharedSync()
  return {
    async send(mail) {
      const path = join(folderOf(dataDir), `${mail.id}.eml`)
      const openPart = () => open(`${path}.part`, 'w', 0o600)
      const file = await openPart().catch(async (error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error
        await mkdir(folderOf(dataDir), { recursive: true, mode: 0o700 })
        return openPart()
      })
      try {
        await file.writeFile(await composeMessage(mail, from))
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(`${path}.part`, path)
      await syncOf(folderOf(dataDir))
    },
  }
}

/**
 * Returns the plain text of an email stored as a file, or null if there is no such file. `id` must
 * be a UUID.
 */
export async function readEml(dataDir: string, id: string): Promise<string | null> {
  const message = await readFile(join(folderOf(dataDir), `${id}.eml`), 'latin1').catch(() => null)
  return message === null ? null : plainTextOf(message)
}

/** Removes an email stored as a file, if it exists. */
export const removeEml = (dataDir: string, id: string) =>
  rm(join(folderOf(dataDir), `${id}.eml`), { force: true })

/**
 * Decodes the `text/plain` part of a message created by `composeMessage`: quoted-printable, UTF-8.
 */
export function plainTextOf(message: string): string {
  const boundary = /boundary="([^"]+)"/.exec(message)?.[1] ?? '\r\n'
  const part = message.slice(message.search(/^Content-Type: text\/plain/im))
  const encoded = part.slice(part.indexOf('\r\n\r\n') + 4).split(`\r\n--${boundary}`)[0] ?? ''
  const bytes = encoded
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8').replaceAll('\r\n', '\n').trim()
}
