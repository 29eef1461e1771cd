/** A local S3-compatible store that keeps its objects in a temporary folder. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import { removeFolder } from './databases.ts'

export const s3Bucket = 'matricola-files'

interface S3Store {
  readonly url: string
  /**
   * Stops the store and deletes its content, unless `keepContent` says that it will be started
   * again.
   */
  stop(options?: { readonly keepContent?: boolean }): Promise<void>
  /** Restarts a stopped store at the same address. */
  start(): Promise<void>
}

/** Starts the store. Its `FILES_URL` contains the access key pair that s3rver always uses. */
export async function startS3(): Promise<S3Store> {
  const directory = mkdtempSync(join(tmpdir(), 's3-'))
  const createServer = (port: number) =>
    new S3rver({
      port,
      address: '127.0.0.1',
      silent: true,
      directory,
      configureBuckets: [{ name: s3Bucket }],
    })
  let server = createServer(0)
  const { port } = await server.run()
  return {
    url: `s3+http://S3RVER:S3RVER@127.0.0.1:${port}/${s3Bucket}?region=us-east-1`,
    async stop({ keepContent = false } = {}) {
      await server.close()
      if (!keepContent) removeFolder(directory)
    },
    async start() {
      server = createServer(port)
      await server.run()
    },
  }
}
