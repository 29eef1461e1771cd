import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { plainTextOf } from '@matricola/server/ports/eml-mail.ts'
import { expect, inject } from 'vitest'

/**
 * Reads a link in an email to an address, from the folder that holds emails if no mail server is
 * configured.
 */
export async function readMailedLink(address: string, pattern: RegExp): Promise<string> {
  const folder = join(inject('folders')[Number(process.env.VITEST_POOL_ID) - 1] ?? '', 'mail')
  const findLink = async () => {
    for (const name of (await readdir(folder).catch(() => [])).filter((one) =>
      one.endsWith('.eml'),
    )) {
      const mail = await readFile(join(folder, name), 'latin1')
      const link = mail.includes(address) ? pattern.exec(plainTextOf(mail))?.[0] : undefined
      if (link) return link
    }
    return null
  }
  // A job sends emails shortly after the call that requested them.
  await expect.poll(findLink).not.toBeNull()
  return (await findLink()) ?? ''
}
