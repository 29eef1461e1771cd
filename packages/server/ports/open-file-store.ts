import { join } from 'node:path'
import type { Config } from '../config.ts'
import { createDiskFileStore } from './disk-file-store.ts'
import type { FilePort } from './files.ts'
import { createS3FileStore } from './s3-file-store.ts'

/**
 * Opens the bucket if one is configured, otherwise the local folder. Throws `DatabaseRefusal` for a
 * bucket that the store rejects. An unreachable store does not prevent startup, because most work
 * needs no files.
 */
export async function openFileStore({
  filesAt,
  dataDir,
}: Pick<Config, 'filesAt' | 'dataDir'>): Promise<FilePort> {
  if (!filesAt) return createDiskFileStore(join(dataDir, 'files'))
  const files = createS3FileStore(filesAt)
  await files.verify({ isResponseNeeded: false })
  return files
}
