/** A form with its documents in one request. Nothing of it is kept in memory: documents wait on the disk, as many as fit the bound. */
import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readFile, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyRequest } from 'fastify'
import { maxUploadBytes } from '#model/vocabulary.ts'
import { AppError, invalidInput } from '#model/wire/errors.ts'
import { documentNames, questions } from '#resources/application-documents.ts'
import { asUploadError, politeBytes, type Received } from '#server/engine/images/receive-upload.ts'
import { openNew } from '#server/engine/ports/durable.ts'

/** S-10.1. */
const most = { files: documentNames.length, fields: 37 + questions.length }
const formLimits = {
  fileSize: maxUploadBytes,
  ...most,
  parts: most.files + most.fields,
  fieldSize: 8192,
  headerPairs: 20,
  fieldNameSize: 64,
}

/** Bytes that requests under way may keep on the disk together. */
const maxWaitingBytes = 512 * 1024 * 1024
let waitingBytes = 0

/** A document that lies in a temporary file. */
export interface ReceivedFile extends Omit<Received, 'bytes'> {
  readonly sha256: string
  read(): Promise<Buffer>
}

export interface ReceivedForm {
  readonly texts: { readonly [field: string]: string }
  readonly files: { readonly [field: string]: ReceivedFile }
}

/** Where documents wait; what is left there by a stop goes with the housekeeping. */
export const incomingFolder = (dataDir: string) => join(dataDir, 'incoming')

/**
 * Reads the whole multipart request, hands it to `work` and removes its temporary files, however it ends. Text parts
 * come once each; `fileFields` name the documents. Throws `input.invalid`, `upload.tooLarge`, `body.tooLarge`,
 * `body.malformed`, `server.busy`.
 */
export async function withForm<T>(
  request: FastifyRequest,
  { fileFields, dataDir }: { readonly fileFields: readonly string[]; readonly dataDir: string },
  work: (form: ReceivedForm) => Promise<T>,
): Promise<T> {
  if (Number(request.headers['content-length'] ?? 0) > politeBytes) throw new AppError('upload.tooLarge')
  const store = new Store(incomingFolder(dataDir))
  try {
    return await work(await readForm(request, fileFields, store))
  } finally {
    await store.clear()
  }
}

async function readForm(request: FastifyRequest, fileFields: readonly string[], store: Store): Promise<ReceivedForm> {
  const texts: Record<string, string> = {}
  const files: Record<string, ReceivedFile> = {}
  try {
    for await (const part of request.parts({ limits: formLimits })) {
      const { fieldname: name } = part
      const isExpected = !Object.hasOwn(texts, name) && !Object.hasOwn(files, name) && (part.type === 'field' || fileFields.includes(name))
      if (!isExpected) {
        if (part.type === 'file') part.file.resume()
        throw invalidInput({ [name.slice(0, 60)]: [{ code: 'field.unknown' }] })
      }
      if (part.type === 'file') {
        const { sha256, read } = await store.keep(part.file)
        files[name] = { sha256, read, isTruncated: part.file.truncated, filename: part.filename ?? '' }
      } else {
        if (part.valueTruncated || typeof part.value !== 'string') throw new AppError('body.tooLarge')
        texts[name] = part.value
      }
    }
  } catch (error) {
    throw asUploadError(error)
  }
  return { texts, files }
}

/** The temporary files of one request. */
class Store {
  readonly #folder: string
  readonly #paths: string[] = []
  #bytes = 0
  constructor(folder: string) {
    this.#folder = folder
  }

  /** Writes a part as it comes, and waits for the disk before it takes more (S-10.3). */
  async keep(part: AsyncIterable<Buffer>): Promise<Pick<ReceivedFile, 'sha256' | 'read'>> {
    const path = join(this.#folder, randomUUID())
    this.#paths.push(path)
    const hash = createHash('sha256')
    const handle = await openNew(path, (folder) => mkdir(folder, { recursive: true, mode: 0o700 }))
    try {
      for await (const chunk of part) {
        this.#bytes += chunk.length
        waitingBytes += chunk.length
        if (waitingBytes > maxWaitingBytes) throw new AppError('server.busy', { retryAfterSeconds: 5 })
        hash.update(chunk)
        await handle.writeFile(chunk)
      }
    } finally {
      await handle.close()
    }
    return { sha256: hash.digest('hex'), read: () => readFile(path) }
  }

  async clear(): Promise<void> {
    waitingBytes -= this.#bytes
    this.#bytes = 0
    await Promise.all(this.#paths.map(remove))
  }
}

/** Removes a file that may not have been made. `unlink`, since `rm` asks the disk twice. */
const remove = (path: string) =>
  unlink(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
