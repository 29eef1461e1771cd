/** Files on the disk of this machine. */
import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { openNew, syncFolder } from './durable.ts'
import { FileMissing, type FilePort, isFileKey } from './files.ts'

/** A store under `folder`. Only the owner of the process may read what is in it. */
export function diskFiles(folder: string): FilePort {
  const pathOf = (key: string) => {
    if (!isFileKey(key)) throw new Error('not a key of the file store')
    return join(folder, key)
  }
  return {
    async write(key, bytes) {
      const path = pathOf(key)
      const staged = join(dirname(path), `.${randomUUID()}`)
      try {
        const handle = await openNew(staged)
        try {
          await handle.writeFile(bytes)
          await handle.sync()
        } finally {
          await handle.close()
        }
        await rename(staged, path)
      } catch (error) {
        await rm(staged, { force: true })
        throw error
      }
      await syncFolder(dirname(path))
    },
    async read(key) {
      // Opened first, so that a missing file is an error here and not in the middle of an answer.
      const handle = await open(pathOf(key), 'r').catch((error: NodeJS.ErrnoException) => {
        throw error.code === 'ENOENT' ? new FileMissing(`the store has no ${key}`) : error
      })
      return createReadStream('', { fd: handle })
    },
    async remove(key) {
      await rm(pathOf(key), { force: true })
    },
  }
}
