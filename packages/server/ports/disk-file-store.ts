/** Stores files on the local disk. */
import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, rename, rm, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createSharedSync, openNewFile } from './durable.ts'
import { FileMissing, type FilePort, filesUnavailable, isFileKey } from './files.ts'

/**
 * Error codes of a folder that cannot be used, such as a network disk that is disconnected.
 * Excludes full disks and bad sectors.
 */
const unusableCodes = new Set([
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

function throwStoreError(error: NodeJS.ErrnoException): never {
  throw unusableCodes.has(error.code ?? '') ? filesUnavailable(error) : error
}

/** Maximum number of bytes per read. */
const maxChunkBytes = 1024 * 1024

/** Returns a store in `folder`. Only the owner of the process may read its files. */
export function createDiskFileStore(folder: string): FilePort {
  const pathOf = (key: string) => {
    if (!isFileKey(key)) throw new Error('not a key of the file store')
    return join(folder, key)
  }
  const syncOf = createSharedSync()
  return {
    async write(key, bytes, from) {
      const path = pathOf(key)
      try {
        if (!(await from?.moveTo(path))) await writeNew(path, bytes)
        await syncOf(dirname(path))
      } catch (error) {
        throwStoreError(error as NodeJS.ErrnoException)
      }
    },
    async read(key) {
      // Open the file first, so that a missing file fails here and not halfway through a response.
      const handle = await open(pathOf(key), 'r').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') throw new FileMissing(`the store has no ${key}`)
        return throwStoreError(error)
      })
      const { size } = await handle.stat()
      // Usually one piece, because each one costs an allocation and a system call.
      return createReadStream('', {
        fd: handle,
        ...(size > 0 && { end: size - 1, highWaterMark: Math.min(size, maxChunkBytes) }),
      })
    },
    async remove(key) {
      // Not `rm`, which makes an additional system call.
      await unlink(pathOf(key)).catch(
        (error: NodeJS.ErrnoException) => error.code === 'ENOENT' || throwStoreError(error),
      )
    },
  }
}

async function writeNew(path: string, bytes: Uint8Array): Promise<void> {
  const temporaryPath = join(dirname(path), `.${randomUUID()}`)
  try {
    const handle = await openNewFile(temporaryPath)
    try {
      await handle.writeFile(bytes)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(temporaryPath, path)
  } catch (error) {
    await rm(temporaryPath, { force: true }).catch(() => undefined)
    throw error
  }
}
