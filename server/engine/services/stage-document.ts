import type { WireSentFile } from '#model/admission/wire.ts'
import type { Context } from '../context.ts'
import { mediaTypeOf } from '../images/image-kind.ts'
import { encodeDocument } from '../images/re-encode.ts'
import type { Upload } from '../images/receive-upload.ts'
import { stageFile } from '../session/file-records.ts'

/** Keeps an uploaded file for a form that will name it: pictures are encoded anew, PDFs stay as they came. */
export async function stageDocument(
  context: Context,
  { bytes: original, kind, name }: Upload,
  ownerId: string | null,
): Promise<WireSentFile> {
  const stored =
    kind === 'pdf'
      ? { bytes: original, kind, name }
      : { bytes: await encodeDocument(original, kind), kind: 'jpeg' as const, name: name.replace(/\.[^.]*$/, '').concat('.jpg') }
  const id = await stageFile(context, { ...stored, original, ownerId })
  return { id, name: stored.name, mediaType: mediaTypeOf[stored.kind], bytes: stored.bytes.length }
}
