/**
 * File operations that survive a power failure: the name of a new file is durable only once its
 * folder has been synced.
 */
import { type FileHandle, mkdir, open } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'

/** Creates a folder and its parents, and syncs each folder that got a new entry. */
export async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (first === undefined) return
  const end = dirname(resolve(first))
  for (let directory = resolve(folder); ; directory = dirname(directory)) {
    await syncFolder(directory)
    if (directory === end) return
  }
}

/**
 * Opens a new file that only its owner may read. Creates the folder only if opening fails, because
 * it nearly always exists.
 */
export async function openNewFile(
  path: string,
  prepareFolder: (folder: string) => Promise<unknown> = makeFolder,
): Promise<FileHandle> {
  const openFile = () => open(path, 'wx', 0o600)
  return openFile().catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    await prepareFolder(dirname(path))
    return openFile()
  })
}

/** Syncs a folder, which makes the names in it durable. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}

/**
 * Syncs folders. A sync covers all names that existed when it began, so calls made during a sync
 * share the next one.
 */
export function createSharedSync(): (folder: string) => Promise<void> {
  const running = new Map<string, Promise<void>>()
  const next = new Map<string, Promise<void>>()
  const startSync = (folder: string) => {
    next.delete(folder)
    const sync = syncFolder(folder).finally(() => {
      if (running.get(folder) === sync) running.delete(folder)
    })
    running.set(folder, sync)
    return sync
  }
  return (folder) => {
    const current = running.get(folder)
    if (!current) return startSync(folder)
    const queued = next.get(folder)
    if (queued) return queued
    const pending = current.catch(() => undefined).then(() => startSync(folder))
    next.set(folder, pending)
    return pending
  }
}
