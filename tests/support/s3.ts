/** A store that speaks the S3 protocol over HTTP, on this machine, in a folder. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import { removeFolder } from './databases.ts'

export const bucket = 'matricola-files'

/** Starts the store and answers its `FILES_URL`. The key pair is the one that the store is made with. */
export async function startS3(): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const directory = mkdtempSync(join(tmpdir(), 's3-'))
  const server = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory, configureBuckets: [{ name: bucket }] })
  const { port } = await server.run()
  return {
    url: `s3+http://S3RVER:S3RVER@127.0.0.1:${port}/${bucket}?region=us-east-1`,
    async stop() {
      await server.close()
      removeFolder(directory)
    },
  }
}
