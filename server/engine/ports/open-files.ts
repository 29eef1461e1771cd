import { join } from 'node:path'
import type { Config } from '../config.ts'
import { diskFiles } from './file-store.ts'
import type { FilePort } from './files.ts'
import { s3Files } from './s3-files.ts'

/** The store of a bucket where one is set, else the folder of this machine. Throws `DatabaseRefusal` for a bucket that the store
 * refuses. A store that is away does not stop a start: people read and work without files meanwhile. */
export async function openFiles({ filesAt, dataDir }: Pick<Config, 'filesAt' | 'dataDir'>): Promise<FilePort> {
  if (!filesAt) return diskFiles(join(dataDir, 'files'))
  const files = s3Files(filesAt)
  await files.prove({ isAnswerNeeded: false })
  return files
}
