/**
 * Receives a form with documents in one multipart request, as API clients send it. Documents go to
 * temporary files; a few are also kept in memory. `stageReceived` then checks them and stores them
 * without a record. The form in the browser uploads its documents before, and sends JSON.
 */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { familyOf } from '@matricola/schema/field.ts'
import type { Family } from '@matricola/schema/field-type.ts'
import { fieldOf } from '@matricola/schema/resource-fields.ts'
import { maxUploadBytes } from '@matricola/schema/vocabulary.ts'
import { AppError, invalidInput } from '@matricola/schema/wire/errors.ts'
import type { FieldIssues } from '@matricola/schema/wire/wire.ts'
import type { Context } from '@matricola/server/context.ts'
import {
  checkUpload,
  maxDrainedBytes,
  type ReceivedUpload,
  toUploadError,
  type Upload,
} from '@matricola/server/images/receive-upload.ts'
import { returnBuffer, takeBuffer } from '@matricola/server/images/upload-buffers.ts'
import { TemporaryFile } from '@matricola/server/ports/temporary-file.ts'
import { newRawDocument } from '@matricola/server/services/stage-document.ts'
import { stageNewFiles } from '@matricola/server/session/file-records.ts'
import type { Values } from '@matricola/server/sql/storage.ts'
import type { FastifyRequest } from 'fastify'
import { documentField, documentNames, textQuestions } from '#resources/application-documents.ts'
import { registrations } from '#resources/registrations.ts'

/** Types of the parts that are not text. */
const extraPartFamilies: { readonly [name: string]: Family | 'rows' } = {
  noticeAcknowledged: 'boolean',
  draftVersion: 'number',
  choices: 'rows',
  answers: 'rows',
}

/** Maximum number of documents and of text parts in a form. */
const maxParts = { files: documentNames.length, fields: 39 + textQuestions.length }
const formLimits = {
  fileSize: maxUploadBytes,
  ...maxParts,
  parts: maxParts.files + maxParts.fields,
  fieldSize: 8192,
  headerPairs: 20,
  fieldNameSize: 64,
}

/** Maximum bytes in temporary files of all open requests together. */
const maxWaitingBytes = 512 * 1024 * 1024
let waitingBytes = 0

/** A document in a temporary file. */
export interface ReceivedDocument extends Omit<ReceivedUpload, 'bytes'> {
  readonly file: TemporaryFile
  /** Returns the content. The buffer is reused after the request. */
  read(): Promise<Buffer>
}

export interface ReceivedForm {
  readonly texts: { readonly [field: string]: string }
  readonly files: { readonly [field: string]: ReceivedDocument }
}

/** Folder of the temporary files. Housekeeping removes files that a crash has left behind. */
export const incomingFolder = (dataDir: string) => join(dataDir, 'incoming')

/**
 * Reads a multipart request, passes it to `work`, and removes its temporary files even if `work`
 * fails. Each part may occur once. `fileFields` lists the accepted documents. Throws
 * `input.invalid`, `upload.tooLarge`, `body.tooLarge`, `body.malformed` and `server.busy`.
 */
export async function withReceivedForm<T>(
  request: FastifyRequest,
  { fileFields, dataDir }: { readonly fileFields: readonly string[]; readonly dataDir: string },
  work: (form: ReceivedForm) => Promise<T>,
): Promise<T> {
  if (Number(request.headers['content-length'] ?? 0) > maxDrainedBytes)
    throw new AppError('upload.tooLarge')
  const store = new Store(incomingFolder(dataDir))
  try {
    return await work(await readForm(request, fileFields, store))
  } finally {
    await store.clear()
  }
}

async function readForm(
  request: FastifyRequest,
  fileFields: readonly string[],
  store: Store,
): Promise<ReceivedForm> {
  const texts: Record<string, string> = {}
  const files: Record<string, ReceivedDocument> = {}
  try {
    for await (const part of request.parts({ limits: formLimits })) {
      const { fieldname: name } = part
      const isExpected =
        !Object.hasOwn(texts, name) &&
        !Object.hasOwn(files, name) &&
        (part.type === 'field' || fileFields.includes(name))
      if (!isExpected) {
        if (part.type === 'file') part.file.resume()
        throw invalidInput({ [name.slice(0, 60)]: [{ code: 'field.unknown' }] })
      }
      if (part.type === 'file') {
        files[name] = {
          ...(await store.store(part.file)),
          isTruncated: part.file.truncated,
          filename: part.filename ?? '',
        }
      } else {
        if (part.valueTruncated || typeof part.value !== 'string')
          throw new AppError('body.tooLarge')
        texts[name] = part.value
      }
    }
  } catch (error) {
    throw toUploadError(error)
  }
  return { texts, files }
}

class Store {
  readonly #folder: string
  readonly #files: TemporaryFile[] = []
  readonly #buffers: Buffer[] = []
  #bytes = 0
  constructor(folder: string) {
    this.#folder = folder
  }

  /**
   * Stores a part in a temporary file. If a buffer is free, the part is collected in memory and
   * written in one go; otherwise each chunk is written as it arrives. Awaiting each write slows the
   * sender down to the speed of the disk.
   */
  async store(
    part: AsyncIterable<Buffer>,
  ): Promise<Pick<ReceivedDocument, 'sha256' | 'file' | 'read'>> {
    const file = await TemporaryFile.create(this.#folder)
    this.#files.push(file)
    const buffer = takeBuffer()
    if (buffer) this.#buffers.push(buffer)
    const hash = createHash('sha256')
    let length = 0
    for await (const chunk of part) {
      this.#bytes += chunk.length
      waitingBytes += chunk.length
      if (waitingBytes > maxWaitingBytes)
        throw new AppError('server.busy', { retryAfterSeconds: 5 })
      hash.update(chunk)
      length += chunk.length
      if (!buffer) await file.write(chunk)
      else {
        chunk.copy(buffer, length - chunk.length)
        if (length === buffer.length) await file.write(buffer)
      }
    }
    const content = buffer?.subarray(0, length)
    if (content && length < maxUploadBytes) await file.write(content)
    return { sha256: hash.digest('hex'), file, read: async () => content ?? (await file.read()) }
  }

  async clear(): Promise<void> {
    waitingBytes -= this.#bytes
    this.#bytes = 0
    for (const buffer of this.#buffers.splice(0)) returnBuffer(buffer)
    await Promise.all(this.#files.splice(0).map((file) => file.end()))
  }
}

type ReceivedFiles = readonly (readonly [name: string, file: ReceivedDocument])[]

/** Stages the received documents after all were checked, and returns their ids by name. */
export async function stageReceived(
  context: Context,
  ownerId: string | null,
  receivedFiles: ReceivedFiles,
): Promise<{ readonly [name: string]: string }> {
  const results = await Promise.allSettled(
    receivedFiles.map(([name, file]) => checkedDocument(context, name, file)),
  )
  const documents = results.map((result, at) => {
    // `allSettled` has waited for all of them, so none still reads a buffer after the request has
    // failed.
    if (result.status === 'rejected') throw result.reason
    return { ...newRawDocument(result.value, ownerId), from: receivedFiles[at]?.[1].file }
  })
  const ids = await stageNewFiles(context, documents)
  return Object.fromEntries(receivedFiles.map(([name], at) => [name, ids[at] ?? '']))
}

async function checkedDocument(
  context: Context,
  name: string,
  file: ReceivedDocument,
): Promise<Upload> {
  try {
    return await checkUpload(context, { ...file, bytes: await file.read() }, ['pdf', 'jpeg', 'png'])
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const [group, reason] = error.code.split('.')
    throw group === 'upload'
      ? new AppError(error, { fields: { [name]: [{ code: `file.${reason}` }] } })
      : error
  }
}

/**
 * Converts the text parts of a multipart form to the types of their fields. Empty parts are left
 * out.
 */
export function parseFormValues(texts: { readonly [field: string]: string }): Values {
  const entries = Object.entries(texts).filter(([, text]) => text !== '')
  return Object.fromEntries(entries.map(([name, text]) => [name, wireValue(name, text)]))
}

function wireValue(name: string, text: string): unknown {
  const family =
    extraPartFamilies[name] ??
    (Object.hasOwn(registrations.fields, name) ? familyOf(fieldOf(registrations, name)) : 'text')
  if (family === 'number') return /^-?\d{1,15}(\.\d{1,10})?$/.test(text) ? Number(text) : text
  if (family === 'rows') return parseRows(text)
  return family === 'boolean' && (text === 'true' || text === 'false') ? text === 'true' : text
}

/** Returns invalid JSON as text, which validation then rejects. */
function parseRows(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/**
 * Renames documents in issues to the names in the request: the console sends `fileCVUrl`,
 * applicants send `fileCV`.
 */
export const withRequestNames = (issues: FieldIssues, body: Values): FieldIssues =>
  Object.fromEntries(
    Object.entries(issues).map(([name, found]) => {
      const document = documentNames.find((one) => one === name || documentField(one) === name)
      if (!document) return [name, found]
      return [
        Object.hasOwn(body, documentField(document)) ? documentField(document) : document,
        found,
      ]
    }),
  )

/** Returns the error with its documents renamed by `withRequestNames`. */
export const errorWithRequestNames = (error: unknown, body: Values): unknown =>
  error instanceof AppError && error.details.fields
    ? new AppError(error, {
        ...error.details,
        fields: withRequestNames(error.details.fields, body),
      })
    : error
