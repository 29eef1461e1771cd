import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { WireDocument, WireRegistration } from '#model/admission/wire.ts'
import { registrationQuery } from '../registration.ts'
import { drawPage } from './draw-page.ts'
import type { LoadedDocument } from './drawable.ts'
import { documentQuery, documentsKey } from './loaded-document.ts'
import { lastFrameSize } from './use-frame-size.ts'
import { rememberedView } from './use-view.ts'

/** Frees what a document holds as soon as the cache lets go of it, and everything when the screen is left. */
export function useDocumentCache() {
  const client = useQueryClient()
  useEffect(() => {
    const cache = client.getQueryCache()
    const stop = cache.subscribe(({ type, query }) => {
      // Queries under this key hold nothing else.
      if (type === 'removed' && query.queryKey[0] === documentsKey) (query.state.data as LoadedDocument | undefined)?.close()
    })
    return () => {
      client.removeQueries({ queryKey: [documentsKey] })
      stop()
    }
  }, [client])
}

/** Has the other documents of this file, the next file and its first document at hand before they are asked for. */
export function usePreloading(documents: readonly WireDocument[], nextId: string | null, isReady: boolean) {
  useQueries({ queries: documents.map((each) => ({ ...documentQuery(each), enabled: isReady && each.state === 'ready' })) })
  const next = useQuery({ ...registrationQuery(nextId ?? ''), enabled: isReady && nextId !== null })
  const [first] = next.data && !hasGone(next.data) ? next.data.documents : []
  const url = first?.url ?? ''
  const { data: loaded } = useQuery({ ...documentQuery(first ?? { url, mediaType: '' }), enabled: isReady && first?.state === 'ready' })
  useEffect(() => {
    // Where it cannot be drawn, that is told when it comes up.
    if (loaded) drawPage(loaded, { page: 1, ...rememberedView(url), size: lastFrameSize() }).catch(() => {})
  }, [loaded, url])
}

const hasGone = ({ erasedAt }: WireRegistration) => typeof erasedAt === 'string'
