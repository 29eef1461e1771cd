/** Names that outlive a power cut: a new name of a file lasts only once its folder is synced. */
import { type FileHandle, mkdir, open } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'

/** Makes a folder and those above it, and syncs each that got a new entry. */
export async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (first === undefined) return
  const end = dirname(resolve(first))
  for (let at = resolve(folder); ; at = dirname(at)) {
    await syncFolder(at)
    if (at === end) return
  }
}

/** Opens a new file that its owner alone may read, and makes its folder where there is none yet: nearly always there is. */
export async function openNew(path: string, make: (folder: string) => Promise<unknown> = makeFolder): Promise<FileHandle> {
  const opened = () => open(path, 'wx', 0o600)
  return opened().catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    await make(dirname(path))
    return opened()
  })
}

/** Syncs a folder: the names in it last from now on. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}
