import { validateInput } from '@matricola/schema/validation.ts'
import { maxImportBytes } from '@matricola/schema/vocabulary.ts'
import { AppError, invalidInput } from '@matricola/schema/wire/errors.ts'
import { importEncodings, importSeparators } from '@matricola/schema/wire/job-states.ts'
import type { ImportFileOptions } from '@matricola/schema/wire/jobs.ts'
import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import {
  maxDrainedBytes,
  readAll,
  sanitizedFileName,
  toUploadError,
} from '../../images/receive-upload.ts'
import { fileTooLarge } from '../../ports/file-reader.ts'
import { fileReadRefusal } from '../files/read-file.ts'
import type { UploadedImport } from './start-import.ts'

export const importMultipartLimits = {
  fileSize: maxImportBytes,
  files: 1,
  fields: 4,
  fieldSize: 256,
  parts: 5,
  headerPairs: 20,
  fieldNameSize: 64,
}

const readingSchema = z.strictObject({
  encoding: z.optional(z.enum(importEncodings)),
  separator: z.optional(z.enum(importSeparators)),
  sheet: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
  headingRow: z.optional(z.pipe(z.string().check(z.regex(/^[1-9]\d{0,6}$/)), z.transform(Number))),
})

/**
 * Returns the file of a multipart body and its reading options. Keeps no more than the limit in
 * memory. Throws `upload.empty`, `import.fileTooLarge`, `media.unsupported`, `input.invalid` or
 * `body.malformed`.
 */
export async function receiveImport(
  request: FastifyRequest,
): Promise<UploadedImport & { readonly sha256: string }> {
  if (!request.isMultipart()) throw new AppError('media.unsupported')
  if (Number(request.headers['content-length'] ?? 0) > maxDrainedBytes)
    throw fileReadRefusal(fileTooLarge('table.tooManyBytes', { max: maxImportBytes / 1024 / 1024 }))
  const { file, fields } = await readParts(request)
  if (!file) throw invalidInput({ file: [{ code: 'required' }] })
  if (file.bytes.length === 0) throw new AppError('upload.empty')
  const reading = validateInput(readingSchema, fields)
  if (!reading.ok) throw invalidInput(reading.fields)
  // Options that were not sent are absent, never undefined, although the schema's type allows
  // undefined.
  return { ...file, readOptions: reading.value as ImportFileOptions }
}

interface Parts {
  readonly file: {
    readonly name: string
    readonly bytes: Uint8Array
    readonly sha256: string
  } | null
  readonly fields: { readonly [name: string]: unknown }
}

async function readParts(request: FastifyRequest): Promise<Parts> {
  let file: Parts['file'] = null
  let isTruncated = false
  const fields: Record<string, unknown> = {}
  try {
    for await (const part of request.parts({ limits: importMultipartLimits })) {
      if (part.type !== 'file') {
        fields[part.fieldname] = part.value
        continue
      }
      if (part.fieldname !== 'file' || file) {
        part.file.resume()
        throw invalidInput({ [part.fieldname.slice(0, 60)]: [{ code: 'field.unknown' }] })
      }
      file = { name: sanitizedFileName(part.filename ?? '', 'csv'), ...(await readAll(part.file)) }
      isTruncated = part.file.truncated
    }
  } catch (error) {
    throw toUploadError(error)
  }
  if (isTruncated)
    throw fileReadRefusal(fileTooLarge('table.tooManyBytes', { max: maxImportBytes / 1024 / 1024 }))
  return { file, fields }
}
