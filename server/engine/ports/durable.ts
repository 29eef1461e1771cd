/** File operations that survive a power failure: the name of a new file is durable only once its folder has been synced. */
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

/** Opens a new file that only its owner may read. Creates the folder only if opening fails, because it nearly always exists. */
export async function openNewFile(path: string, prepareFolder: (folder: string) => Promise<unknown> = makeFolder): Promise<FileHandle> {
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
