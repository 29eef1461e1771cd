import type { WireSentFile } from '#model/calls/files.ts'
import { mediaTypeOf } from '#model/values/file-kind.ts'
import type { Context } from '../context.ts'
import type { Upload } from '../images/receive-upload.ts'
import { type NewFile, stageFile } from '../session/file-records.ts'
import { wakePreparing } from './prepare-files.ts'

/** A document as it is stored: PDFs stay as they came, pictures become JPEGs. */
const documentOf = ({ bytes, kind, name, hasActiveContent }: Upload, ownerId: string | null) =>
  kind === 'pdf'
    ? { bytes, kind, name, hasActiveContent, ownerId }
    : { bytes, kind: 'jpeg' as const, name: name.replace(/\.[^.]*$/, '').concat('.jpg'), ownerId }

/** The same as it came: a picture is prepared later, and nobody sees it before. */
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

/** Keeps an uploaded file for a form that will name it, as it came, and has it prepared. */
export async function stageDocument(context: Context, upload: Upload, ownerId: string | null): Promise<WireSentFile> {
  const file = rawDocument(upload, ownerId)
  const id = await stageFile(context, file)
  wakePreparing(context)
  return answerOf(id, file)
}

/** The same for a form that shows what was sent: a picture is encoded anew before the answer. Throws what the encoder throws. */
export async function stagePrepared(context: Context, upload: Upload, ownerId: string | null): Promise<WireSentFile> {
  const { bytes: original, kind } = upload
  const bytes = kind === 'pdf' ? original : await context.encodePicture({ bytes: original, kind, shape: 'document' })
  const file = { ...documentOf(upload, ownerId), bytes, original }
  return answerOf(await stageFile(context, file), file)
}
