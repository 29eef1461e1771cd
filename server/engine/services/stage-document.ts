import type { WireSentFile } from '#model/calls/files.ts'
import { mediaTypeOf } from '#model/values/file-kind.ts'
import type { Context } from '../context.ts'
import type { Upload } from '../images/receive-upload.ts'
import { type NewFile, stageFile } from '../session/file-records.ts'
import { wakePreparing } from './prepare-files.ts'

/** Describes an uploaded document as it will be stored: PDFs unchanged, pictures as JPEG. */
const documentOf = ({ bytes, kind, name, hasActiveContent }: Upload, ownerId: string | null) =>
  kind === 'pdf'
    ? { bytes, kind, name, hasActiveContent, ownerId }
    : { bytes, kind: 'jpeg' as const, name: name.replace(/\.[^.]*$/, '').concat('.jpg'), ownerId }

/** Describes a document stored as received. Pictures are prepared later and cannot be viewed before that. */
export const rawDocument = (upload: Upload, ownerId: string | null): NewFile => ({
  ...documentOf(upload, ownerId),
  sha256: upload.sha256,
  isRaw: upload.kind !== 'pdf',
})

const answerOf = (id: string, { name, kind, bytes }: NewFile): WireSentFile => ({
  id,
  name,
  mediaType: mediaTypeOf[kind],
  bytes: bytes.length,
})

/** Stores an uploaded file as received, for a form that will refer to it, and has it prepared. */
export async function stageDocument(context: Context, upload: Upload, ownerId: string | null): Promise<WireSentFile> {
  const file = rawDocument(upload, ownerId)
  const id = await stageFile(context, file)
  wakePreparing(context)
  return answerOf(id, file)
}

/** Does the same for a form that shows the file: pictures are re-encoded before the response. Throws the errors of the encoder. */
export async function stagePrepared(context: Context, upload: Upload, ownerId: string | null): Promise<WireSentFile> {
  const { bytes: original, kind } = upload
  const bytes = kind === 'pdf' ? original : await context.encodePicture({ bytes: original, kind, shape: 'document' })
  const file = { ...documentOf(upload, ownerId), bytes, original }
  return answerOf(await stageFile(context, file), file)
}
