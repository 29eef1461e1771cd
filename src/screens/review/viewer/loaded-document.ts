/** Loads documents for the viewer, and reports which ones were viewed. */

import type { Http } from '@matricola/providers/http.ts'
import { queryOptions } from '@tanstack/react-query'
import type { WireDocument } from '#resources/admission/wire-review.ts'
import type { Drawable, LoadedDocument } from './drawable.ts'

/** Time for which a document that is not shown stays in the cache. */
const cacheMs = 60_000

export const documentsKey = 'review-document'

/** The query for a document. Files never change, so each is fetched once, usually in advance. */
export const documentQuery = (
  http: Http,
  { url, mediaType }: Pick<WireDocument, 'url' | 'mediaType'>,
) =>
  queryOptions({
    queryKey: [documentsKey, url],
    queryFn: async ({ signal }) =>
      loadDocument(
        (await http.download({ method: 'GET', path: url }, { signal, params: { ahead: 'true' } }))
          .blob,
        mediaType,
      ),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: cacheMs,
    retry: false,
    // Loaded documents are not plain data, so they cannot be compared.
    structuralSharing: false,
  })

/**
 * Reports that a document is shown, because documents loaded in advance do not count as viewed.
 * Errors are ignored.
 */
export const reportViewed = (http: Http, url: string): void =>
  void http.download({ method: 'HEAD', path: url }).catch(() => {})

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
      const [width, height] = [
        Math.max(1, Math.round(picture.width * scale)),
        Math.max(1, Math.round(picture.height * scale)),
      ]
      const canvas = document.createElement('canvas')
      const isSideways = turn % 180 !== 0
      canvas.width = isSideways ? height : width
      canvas.height = isSideways ? width : height
      const context = canvas.getContext('2d')
      if (context) {
        context.imageSmoothingQuality = 'high'
        context.translate(canvas.width / 2, canvas.height / 2)
        context.rotate((turn * Math.PI) / 180)
        context.drawImage(picture, -width / 2, -height / 2, width, height)
      }
      return canvas
    },
  }
  return { pages: 1, page: async () => page, close: () => picture.close() }
}
