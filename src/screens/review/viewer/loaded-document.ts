/** Loading of documents for the viewer, and what the server is told of it. */
import { queryOptions } from '@tanstack/react-query'
import type { WireDocument } from '#model/admission/wire.ts'
import { download } from '#providers/http.ts'
import type { Drawable, LoadedDocument } from './drawable.ts'

/** Time for which a document not on the screen stays at hand. */
const keptMs = 60_000

export const documentsKey = 'review-document'

/** The query of a document: a file never changes, so it is read once, most often ahead of a look. */
export const documentQuery = ({ url, mediaType }: Pick<WireDocument, 'url' | 'mediaType'>) =>
  queryOptions({
    queryKey: [documentsKey, url],
    queryFn: async ({ signal }) =>
      loadDocument((await download({ method: 'GET', path: url }, { signal, params: { ahead: 'true' } })).blob, mediaType),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: keptMs,
    retry: false,
    // Drawings are no data that could be compared with newer data.
    structuralSharing: false,
  })

/** Says that a document is on the screen: what was loaded ahead counts as seen from now on. A look that is not noted comes again. */
export const noteSeen = (url: string): void => void download({ method: 'HEAD', path: url }).catch(() => {})

async function loadDocument(blob: Blob, mediaType: string): Promise<LoadedDocument> {
  if (mediaType === 'application/pdf') return (await import('./pdf-document.ts')).openDocument(blob)
  return loadPicture(blob)
}

async function loadPicture(blob: Blob): Promise<LoadedDocument> {
  const picture = await createImageBitmap(blob)
  const page: Drawable = {
    width: picture.width,
    height: picture.height,
    async draw(scale, turn) {
      const [width, height] = [Math.max(1, Math.round(picture.width * scale)), Math.max(1, Math.round(picture.height * scale))]
      const canvas = document.createElement('canvas')
      const isOnItsSide = turn % 180 !== 0
      canvas.width = isOnItsSide ? height : width
      canvas.height = isOnItsSide ? width : height
      const pen = canvas.getContext('2d')
      if (pen) {
        pen.imageSmoothingQuality = 'high'
        pen.translate(canvas.width / 2, canvas.height / 2)
        pen.rotate((turn * Math.PI) / 180)
        pen.drawImage(picture, -width / 2, -height / 2, width, height)
      }
      return canvas
    },
  }
  return { pages: 1, page: async () => page, close: () => picture.close() }
}
