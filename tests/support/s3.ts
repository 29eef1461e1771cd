/** A store that speaks the S3 protocol over HTTP, on this machine, in a folder. */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import { removeFolder } from './databases.ts'

export const bucket = 'matricola-files'

interface S3Store {
  readonly url: string
  /** Ends, and forgets what it holds unless `keeps` says that it comes back. */
  stop(options?: { readonly keeps?: boolean }): Promise<void>
  /** Starts a store that was stopped again, at the same address. */
  start(): Promise<void>
}

/** Starts the store and answers its `FILES_URL`. The key pair is the one that the store is made with. */
export async function startS3(): Promise<S3Store> {
  const directory = mkdtempSync(join(tmpdir(), 's3-'))
  const made = (port: number) => new S3rver({ port, address: '127.0.0.1', silent: true, directory, configureBuckets: [{ name: bucket }] })
  let server = made(0)
  const { port } = await server.run()
  return {
    url: `s3+http://S3RVER:S3RVER@127.0.0.1:${port}/${bucket}?region=us-east-1`,
    async stop({ keeps = false } = {}) {
      await server.close()
      if (!keeps) removeFolder(directory)
    },
    async start() {
      server = made(port)
      await server.run()
    },
  }
}
