import { createHash } from 'node:crypto'
import {
  detectFileKind,
  type FileKind,
  withCorrectExtension,
} from '@matricola/schema/values/file-kind.ts'
import { maxUploadBytes } from '@matricola/schema/vocabulary.ts'
import { AppError, invalidInput, type UploadError } from '@matricola/schema/wire/errors.ts'
import type { FastifyRequest } from 'fastify'
import type { Environment } from '../environment.ts'
import { findPictureError } from './picture-structure.ts'

/** An uploaded file that passed the checks. */
export interface Upload {
  readonly bytes: Buffer
  /** SHA-256 of the bytes in hexadecimal. */
  readonly sha256: string
  readonly kind: FileKind
  /**
   * The user's name for the file, sanitized and with an extension that matches the content. Never
   * part of a path.
   */
  readonly name: string
  readonly hasActiveContent: boolean
}

/**
 * Maximum number of bytes around the file in a multipart body. An oversized upload of up to
 * `maxDrainedBytes` is read to its end before the response, because browsers ignore a response that
 * arrives earlier.
 */
const maxFramingBytes = 64 * 1024
export const maxDrainedBytes = 16 * 1024 * 1024

export const multipartLimits = {
  fileSize: maxUploadBytes,
  files: 1,
  fields: 5,
  fieldSize: 8192,
  parts: 6,
  headerPairs: 20,
  fieldNameSize: 64,
}

export interface UploadRequirements {
  /** Form field that holds the file. */
  readonly field: string
  readonly accept: readonly FileKind[]
}

/**
 * Receives the only file of a multipart request, in the given field and one of the accepted
 * formats. Bytes are counted as they arrive, and no more than the limit is kept. Throws the errors
 * of `checkUpload`, `media.unsupported`, `input.invalid` or `body.malformed`.
 */
export async function receiveUpload(
  environment: Reader,
  request: FastifyRequest,
  { field, accept }: UploadRequirements,
): Promise<Upload> {
  if (!request.isMultipart()) throw new AppError('media.unsupported')
  const declaredLength = Number(request.headers['content-length'] ?? 0)
  if (declaredLength > maxDrainedBytes) throw new AppError('upload.tooLarge')
  const part = await readOnlyFile(request, field)
  if (declaredLength > maxUploadBytes + maxFramingBytes) throw new AppError('upload.tooLarge')
  return checkUpload(environment, part, accept)
}

/** Identifies a file by its name and the hash of its bytes. */
export const contentIdentity = ({ name, sha256 }: Pick<Upload, 'name' | 'sha256'>) => [
  name,
  Buffer.from(sha256, 'hex').toString('base64url'),
]

type Reader = Pick<Environment, 'readPdf'>

/**
 * Checks by its content that a file is in one of the accepted formats and is readable. Opens PDFs,
 * and checks the headers of pictures. Throws `server.busy`, and `upload.…` with a code for each
 * reason.
 */
export async function checkUpload(
  { readPdf }: Reader,
  { bytes, sha256, isTruncated, filename }: ReceivedUpload,
  accept: readonly FileKind[],
): Promise<Upload> {
  if (isTruncated) throw uploadError('tooLarge')
  if (bytes.length === 0) throw uploadError('empty')
  const kind = detectFileKind(bytes)
  if (!kind || !accept.includes(kind)) throw uploadError('unsupported')
  const error = kind === 'pdf' ? null : findPictureError(bytes, kind)
  if (error) throw uploadError(error)
  const { hasActiveContent } = kind === 'pdf' ? await readPdf(bytes) : { hasActiveContent: false }
  return {
    bytes,
    sha256,
    kind,
    name: withCorrectExtension(sanitizedFileName(filename, kind), kind),
    hasActiveContent,
  }
}

const uploadError = (error: UploadError) => new AppError(`upload.${error}`)

export interface ReceivedUpload {
  readonly bytes: Buffer
  readonly sha256: string
  readonly isTruncated: boolean
  readonly filename: string
}

/** Reads the whole body. Rejects parts with an unknown name and a second file. */
async function readOnlyFile(request: FastifyRequest, field: string): Promise<ReceivedUpload> {
  let received: ReceivedUpload | undefined
  try {
    for await (const part of request.parts({ limits: multipartLimits })) {
      if (part.type !== 'file' || part.fieldname !== field || received) {
        if (part.type === 'file') part.file.resume()
        throw invalidInput({ [part.fieldname.slice(0, 60)]: [{ code: 'field.unknown' }] })
      }
      received = {
        ...(await readAll(part.file)),
        isTruncated: part.file.truncated,
        filename: part.filename ?? '',
      }
    }
  } catch (error) {
    throw toUploadError(error)
  }
  if (!received) throw invalidInput({ [field]: [{ code: 'required' }] })
  return received
}

/** Reads the bytes of a part and computes their hash. */
export async function readAll(
  part: AsyncIterable<Buffer>,
): Promise<Pick<ReceivedUpload, 'bytes' | 'sha256'>> {
  const chunks: Buffer[] = []
  const hash = createHash('sha256')
  for await (const chunk of part) {
    hash.update(chunk)
    chunks.push(chunk)
  }
  return { bytes: Buffer.concat(chunks), sha256: hash.digest('hex') }
}

const limitCodes = new Set([
  'FST_PARTS_LIMIT',
  'FST_FILES_LIMIT',
  'FST_FIELDS_LIMIT',
  'FST_REQ_FILE_TOO_LARGE',
])

/** All parser errors are the client's fault: too many parts, or a truncated or malformed body. */
export function toUploadError(error: unknown): AppError {
  if (error instanceof AppError) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return new AppError(limitCodes.has(code) ? 'upload.tooLarge' : 'body.malformed')
}

/**
 * Returns the last segment of a name in NFC, without control characters, direction marks and
 * separators, at most 120 characters.
 */
export function sanitizedFileName(name: string, kind: string): string {
  const last = name.normalize('NFC').split(/[/\\]/).at(-1) ?? ''
  const clean = last.replace(/[\p{Cc}\p{Cf}\p{Cs}:*?"<>|]/gu, '').replace(/^[.\s]+|\s+$/g, '')
  return Array.from(clean).slice(-120).join('') || `file.${kind}`
}
