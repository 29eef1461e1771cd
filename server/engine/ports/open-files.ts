import { join } from 'node:path'
import type { Config } from '../config.ts'
import { diskFiles } from './file-store.ts'
import type { FilePort } from './files.ts'
import { s3Files } from './s3-files.ts'

/**
 * Opens the bucket if one is configured, else the local folder. Throws `DatabaseRefusal` for a bucket that the store rejects. An
 * unreachable store does not prevent startup, because most work needs no files.
 */
export async function openFiles({ filesAt, dataDir }: Pick<Config, 'filesAt' | 'dataDir'>): Promise<FilePort> {
  if (!filesAt) return diskFiles(join(dataDir, 'files'))
  const files = s3Files(filesAt)
  await files.prove({ isAnswerNeeded: false })
  return files
}
