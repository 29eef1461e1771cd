import type { WireStagedFile } from '@matricola/schema/calls/files.ts'
import { kindOfMediaType, mediaTypes } from '@matricola/schema/values/file-kind.ts'
import { AppError } from '@matricola/schema/wire/errors.ts'
import type { Context } from '../context.ts'
import type { Upload } from '../images/receive-upload.ts'
import {
  type FileRecord,
  type NewFile,
  readOriginalHashes,
  stageNewFile,
} from '../session/file-records.ts'
import { readStored } from '../session/stored-files.ts'
import { requestPreparation } from './prepare-files.ts'

/** Describes an uploaded document as it will be stored: PDFs unchanged, pictures as JPEG. */
const newDocument = ({ bytes, kind, name, hasActiveContent }: Upload, ownerId: string | null) =>
  kind === 'pdf'
    ? { bytes, kind, name, hasActiveContent, ownerId }
    : { bytes, kind: 'jpeg' as const, name: name.replace(/\.[^.]*$/, '').concat('.jpg'), ownerId }

/**
 * Describes a document stored as received. Pictures are prepared later and cannot be viewed before
 * that.
 */
export const newRawDocument = (upload: Upload, ownerId: string | null): NewFile => ({
  ...newDocument(upload, ownerId),
  sha256: upload.sha256,
  isRaw: upload.kind !== 'pdf',
})

const toSentFile = (id: string, { name, kind, bytes }: NewFile): WireStagedFile => ({
  id,
  name,
  mediaType: mediaTypes[kind],
  bytes: bytes.length,
})

/** Stores an uploaded file as received, for a form that will refer to it, and has it prepared. */
export async function stageDocument(
  context: Context,
  upload: Upload,
  ownerId: string | null,
): Promise<WireStagedFile> {
  const file = newRawDocument(upload, ownerId)
  const id = await stageNewFile(context, file)
  requestPreparation(context)
  return toSentFile(id, file)
}

/**
 * Does the same for a form that shows the file: pictures are re-encoded before the response. Throws
 * the errors of the encoder.
 */
export async function stagePreparedDocument(
  context: Context,
  upload: Upload,
  ownerId: string | null,
): Promise<WireStagedFile> {
  const { bytes: original, kind } = upload
  const bytes =
    kind === 'pdf'
      ? original
      : await context.encodePicture({ bytes: original, kind, shape: 'document' })
  const file = { ...newDocument(upload, ownerId), bytes, original }
  return toSentFile(await stageNewFile(context, file), file)
}

/**
 * Stores a copy of a file that is ready, for a form that will refer to it. The copy keeps the hash
 * of the uploaded bytes. Throws the errors of `readStored`.
 */
export async function stageCopy(
  context: Context,
  file: FileRecord,
  ownerId: string | null,
): Promise<string> {
  const bytes = await readStored(context, file)
  const kind = kindOfMediaType(file.media_type)
  if (!kind) throw new AppError('file.unreadable')
  const hashes = await readOriginalHashes(context.database, [file.id])
  return stageNewFile(context, {
    ...{ bytes, kind, ownerId, name: file.name, sha256: file.sha256 },
    originalSha256: hashes.get(file.id),
    hasActiveContent: file.has_active_content,
  })
}
