import type { Environment } from '../environment.ts'
import type { FilePort } from '../ports/files.ts'
import { type FileRecord, findFileById } from '../session/file-records.ts'
import { readStored } from '../session/stored-files.ts'

/**
 * The last logo of each store, so that it is resized only once for many pages and emails. A new
 * logo has a new id.
 */
const lastLogo = new WeakMap<FilePort, { readonly id: string; readonly bytes: Promise<Buffer> }>()

/**
 * Returns the logo in the size used by pages and emails. Throws if it cannot be read or resized.
 */
export async function readSmallLogo(context: Environment, file: FileRecord): Promise<Buffer> {
  const cached = lastLogo.get(context.files)
  if (cached?.id === file.id) return cached.bytes
  const bytes = readStored(context, file).then((logo) =>
    context.encodePicture({ bytes: logo, kind: 'jpeg', shape: 'smallLogo' }),
  )
  lastLogo.set(context.files, { id: file.id, bytes })
  try {
    return await bytes
  } catch (error) {
    if (lastLogo.get(context.files)?.bytes === bytes) lastLogo.delete(context.files)
    throw error
  }
}

/** Like `readSmallLogo`, by id; returns null if the file does not exist. */
export async function findSmallLogo(context: Environment, id: string): Promise<Buffer | null> {
  const file = await findFileById(context.database, id)
  return file ? await readSmallLogo(context, file) : null
}
