/**
 * Stores files in a bucket of an S3-compatible store. The bucket is private: users receive files
 * only through the program.
 */
import type { S3Client } from '@aws-sdk/client-s3'
import { DatabaseRefusal } from '../database/refusal.ts'
import { FileMissing, type FilePort, filesUnavailable, isFileKey } from './files.ts'

export interface S3Location {
  readonly endpoint: string
  readonly region: string
  readonly bucket: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

const connectMs = 5_000
const responseMs = 30_000

/**
 * Parses `FILES_URL`: `s3://key:secret@host/bucket?region=eu-central-1`; `s3+http:` for a local
 * store without TLS.
 */
export function parseS3Url(text: string): S3Location | null {
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  const bucket = url.pathname.replace(/^\/|\/$/g, '')
  if (
    !['s3:', 's3+http:'].includes(url.protocol) ||
    url.host === '' ||
    !/^[a-z0-9][a-z0-9.-]{1,62}$/.test(bucket)
  )
    return null
  if (url.username === '' || url.password === '') return null
  return {
    endpoint: `${url.protocol === 's3:' ? 'https' : 'http'}://${url.host}`,
    region: url.searchParams.get('region') ?? 'us-east-1',
    bucket,
    accessKeyId: decodeURIComponent(url.username),
    secretAccessKey: decodeURIComponent(url.password),
  }
}

/**
 * Handles a store that does not respond or returns an error, such as a missing bucket or an unknown
 * key id.
 */
function throwStoreError(error: Error): never {
  throw filesUnavailable(error)
}

/**
 * Yields the bytes of a response. A broken connection is reported as a failure of the store, not of
 * the database.
 */
async function* bytesOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body
  } catch (error) {
    throwStoreError(error as Error)
  }
}

/** Returns a store in a bucket. The client library is large, so it is loaded on first use. */
export function createS3FileStore(
  location: S3Location,
): FilePort & { verify(options?: { readonly isResponseNeeded?: boolean }): Promise<void> } {
  let loaded: Promise<S3> | undefined
  const s3 = () => {
    loaded ??= loadClient(location)
    return loaded
  }
  const objectKey = (key: string) => {
    if (!isFileKey(key)) throw new Error('not a key of the file store')
    return { Bucket: location.bucket, Key: key }
  }
  return {
    async write(key, bytes) {
      const target = objectKey(key)
      const { client, commands } = await s3()
      await client
        .send(
          new commands.PutObjectCommand({
            ...target,
            Body: bytes,
            ContentLength: bytes.length,
            ContentType: 'application/octet-stream',
          }),
        )
        .catch(throwStoreError)
    },
    async read(key) {
      const source = objectKey(key)
      const { client, commands, Readable } = await s3()
      const { Body } = await client
        .send(new commands.GetObjectCommand(source))
        .catch((error: Error) => {
          if (error.name === 'NoSuchKey') throw new FileMissing(`the store has no ${key}`)
          return throwStoreError(error)
        })
      if (!(Body instanceof Readable)) throw new Error('the file store returned no body')
      return Readable.from(bytesOf(Body), { objectMode: false })
    },
    async remove(key) {
      const target = objectKey(key)
      const { client, commands } = await s3()
      await client.send(new commands.DeleteObjectCommand(target)).catch(throwStoreError)
    },
    /**
     * Throws `DatabaseRefusal` if the bucket cannot be used. With `isResponseNeeded` false, it
     * throws only if the store rejects the request, not if the store is unreachable.
     */
    async verify({ isResponseNeeded = true } = {}) {
      const { client, commands } = await s3()
      await client
        .send(new commands.HeadBucketCommand({ Bucket: location.bucket }))
        .catch((error: Error & { $metadata?: { httpStatusCode?: number } }) => {
          const { httpStatusCode: status = 0 } = error.$metadata ?? {}
          if (!isResponseNeeded && (status < 400 || status >= 500 || status === 429)) return
          throw new DatabaseRefusal(
            `FILES_URL: the bucket ${location.bucket} at ${location.endpoint} cannot be used (${error.name}).`,
          )
        })
    },
  }
}

interface S3 {
  readonly client: S3Client
  readonly commands: typeof import('@aws-sdk/client-s3')
  readonly Readable: typeof import('node:stream').Readable
}

async function loadClient(location: S3Location): Promise<S3> {
  const [commands, { Readable }] = await Promise.all([
    import('@aws-sdk/client-s3'),
    import('node:stream'),
  ])
  const client = new commands.S3Client({
    endpoint: location.endpoint,
    region: location.region,
    // Self-hosted stores usually have no host name per bucket.
    forcePathStyle: true,
    credentials: { accessKeyId: location.accessKeyId, secretAccessKey: location.secretAccessKey },
    maxAttempts: 3,
    requestHandler: { connectionTimeout: connectMs, requestTimeout: responseMs },
    // Older stores do not support the newer checksums; the signature covers the body.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  return { client, commands, Readable }
}
