import { useHttp } from '@matricola/console/app/console-context.ts'
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { WireDocument, WireRegistration } from '#resources/admission/wire-review.ts'
import { registrationQuery } from '../registration.ts'
import { drawPage } from './draw-page.ts'
import type { LoadedDocument } from './drawable.ts'
import { documentQuery, documentsKey } from './loaded-document.ts'
import { rememberedView } from './use-document-view.ts'
import { lastFrameSize } from './use-frame-size.ts'

/**
 * Frees the resources of a document when it leaves the cache, and of all documents when the screen
 * is left.
 */
export function useDocumentCache() {
  const client = useQueryClient()
  useEffect(() => {
    const cache = client.getQueryCache()
    const stop = cache.subscribe(({ type, query }) => {
      // Only documents are cached under this key.
      if (type === 'removed' && query.queryKey[0] === documentsKey)
        (query.state.data as LoadedDocument | undefined)?.close()
    })
    return () => {
      client.removeQueries({ queryKey: [documentsKey] })
      stop()
    }
  }, [client])
}

/**
 * Preloads the other documents of this application, the next application and its first document.
 */
export function usePreloading(
  documents: readonly WireDocument[],
  nextId: string | null,
  isReady: boolean,
) {
  const http = useHttp()
  useQueries({
    queries: documents.map((each) => ({
      ...documentQuery(http, each),
      enabled: isReady && each.state === 'ready',
    })),
  })
  const next = useQuery({
    ...registrationQuery(http, nextId ?? ''),
    enabled: isReady && nextId !== null,
  })
  const [first] = next.data && !isErased(next.data) ? next.data.documents : []
  const url = first?.url ?? ''
  const { data: loaded } = useQuery({
    ...documentQuery(http, first ?? { url, mediaType: '' }),
    enabled: isReady && first?.state === 'ready',
  })
  useEffect(() => {
    // If it cannot be drawn, the error is shown when the document is opened.
    if (loaded)
      drawPage(loaded, { page: 1, ...rememberedView(url), size: lastFrameSize() }).catch(() => {})
  }, [loaded, url])
}

const isErased = ({ erasedAt }: WireRegistration) => typeof erasedAt === 'string'
