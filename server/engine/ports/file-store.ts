/** Files on the disk of this machine. */
import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { openNew, syncFolder } from './durable.ts'
import { FileMissing, type FilePort, filesUnavailable, isFileKey } from './files.ts'

/** Codes of a folder that cannot be used, such as that of a network disk that is away. A full disk and a bad sector are other failures. */
const unusable = new Set([
  'EACCES',
  'EPERM',
  'EROFS',
  'ENOTDIR',
  'ESTALE',
  'ENOTCONN',
  'ENXIO',
  'ENODEV',
  'ETIMEDOUT',
  'EHOSTDOWN',
  'EHOSTUNREACH',
])

function failed(error: NodeJS.ErrnoException): never {
  throw unusable.has(error.code ?? '') ? filesUnavailable(error) : error
}

/** Largest part of a file that is read at once. */
const largestPiece = 1024 * 1024

/** A store under `folder`. Only the owner of the process may read what is in it. */
export function diskFiles(folder: string): FilePort {
  const pathOf = (key: string) => {
    if (!isFileKey(key)) throw new Error('not a key of the file store')
    return join(folder, key)
  }
  const syncOf = sharedSyncs()
  return {
    async write(key, bytes, from) {
      const path = pathOf(key)
      try {
        if (!(await from?.moveTo(path))) await writeNew(path, bytes)
        await syncOf(dirname(path))
      } catch (error) {
        failed(error as NodeJS.ErrnoException)
      }
    },
    async read(key) {
      // Opened first, so that a missing file is an error here and not in the middle of an answer.
      const handle = await open(pathOf(key), 'r').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') throw new FileMissing(`the store has no ${key}`)
        return failed(error)
      })
      const { size } = await handle.stat()
      // In one piece, mostly: each would be another allocation and another call of the system.
      return createReadStream('', { fd: handle, ...(size > 0 && { end: size - 1, highWaterMark: Math.min(size, largestPiece) }) })
    },
    async remove(key) {
      await rm(pathOf(key), { force: true }).catch(failed)
    },
  }
}

async function writeNew(path: string, bytes: Uint8Array): Promise<void> {
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
    await rm(staged, { force: true }).catch(() => undefined)
    throw error
  }
}

/** Syncs folders. A sync covers every name that was there when it began: calls that come during one share the next. */
function sharedSyncs(): (folder: string) => Promise<void> {
  const running = new Map<string, Promise<void>>()
  const next = new Map<string, Promise<void>>()
  const begin = (folder: string) => {
    next.delete(folder)
    const sync = syncFolder(folder).finally(() => {
      if (running.get(folder) === sync) running.delete(folder)
    })
    running.set(folder, sync)
    return sync
  }
  return (folder) => {
    const current = running.get(folder)
    if (!current) return begin(folder)
    const joined = next.get(folder)
    if (joined) return joined
    const later = current.catch(() => undefined).then(() => begin(folder))
    next.set(folder, later)
    return later
  }
}
