/** Names that outlive a power cut: a new name of a file lasts only once its folder is synced. */
import { mkdir, open } from 'node:fs/promises'
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

/** Syncs a folder: the names in it last from now on. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}
