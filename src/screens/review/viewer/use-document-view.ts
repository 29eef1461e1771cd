import { useHttp } from '@matricola/console/app/console-context.ts'
import { useState } from 'react'
import type { WireDocument } from '#resources/admission/wire-review.ts'
import type { DocumentName } from '#resources/application-documents.ts'
import { reportViewed } from './loaded-document.ts'

export type Zoom = 'width' | 'page' | number

/**
 * Zoom and rotations, kept until the page is reloaded. The zoom applies to all documents, and a
 * rotation to one document.
 */
const remembered: { zoom: Zoom; readonly turns: Map<string, number> } = {
  zoom: 'page',
  turns: new Map(),
}

/** Returns the zoom and rotation at which a document would currently be shown. */
export const rememberedView = (url: string) => ({
  zoom: remembered.zoom,
  turn: remembered.turns.get(url) ?? 0,
})

const zoomStep = 1.25
const [minZoom, maxZoom] = [0.1, 8]

export interface DocumentView {
  readonly documents: readonly WireDocument[]
  readonly current: WireDocument | undefined
  /** Whether the conversation with the applicant is shown instead of a document. */
  readonly isConversation: boolean
  /** An older version of the current document that is shown instead. */
  readonly older: WireDocument['older'][number] | undefined
  readonly page: number
  readonly pages: number
  readonly zoom: Zoom
  readonly turn: number
  choose(name: DocumentName): void
  showConversation(): void
  chooseOlder(url: string | null): void
  turnTo(page: number): void
  setZoom(zoom: Zoom): void
  /** Zooms relative to the scale at which the page is currently drawn. */
  zoomBy(direction: 1 | -1): void
  rotate(): void
  /** URLs of the documents that were shown on this screen. */
  readonly viewedUrls: ReadonlySet<string>
  /** Called by the frame with the scale at which it draws. */
  drawnAt(scale: number, pages: number): void
}

/**
 * Returns the selected document of an application with its zoom, rotation and page. A different
 * application starts with its first document, or with the conversation.
 */
export function useDocumentView(
  applicationId: string,
  documents: readonly WireDocument[],
  startsWithConversation = false,
): DocumentView {
  const http = useHttp()
  const [storedPosition, setStoredPosition] = useState<{
    file: string
    name?: DocumentName
    older?: string | null
    page: number
    isConversation?: boolean
  }>({
    file: applicationId,
    page: 1,
    isConversation: startsWithConversation,
  })
  const [, redraw] = useState(0)
  const [drawn] = useState({ scale: 1, pages: 1 })
  const [viewedUrls, setViewedUrls] = useState<ReadonlySet<string>>(new Set())
  const position =
    storedPosition.file === applicationId
      ? storedPosition
      : { file: applicationId, page: 1, isConversation: startsWithConversation }
  const current = documents.find(({ document }) => document === position.name) ?? documents[0]
  const older = current?.older.find(({ url }) => url === position.older)
  const visibleUrl = older?.url ?? current?.url ?? ''
  const change = () => redraw((count) => count + 1)
  const choose = (name: DocumentName) => setStoredPosition({ file: applicationId, name, page: 1 })
  return {
    documents,
    current,
    older,
    isConversation: position.isConversation === true,
    page: position.page,
    get pages() {
      return drawn.pages
    },
    zoom: remembered.zoom,
    turn: remembered.turns.get(visibleUrl) ?? 0,
    choose,
    showConversation: () =>
      setStoredPosition({
        ...position,
        ...(current && { name: current.document }),
        isConversation: true,
      }),
    chooseOlder: (url) =>
      setStoredPosition({
        ...position,
        ...(current && { name: current.document }),
        older: url,
        page: 1,
      }),
    turnTo: (page) =>
      setStoredPosition({ ...position, ...(current && { name: current.document }), page }),
    setZoom: (zoom) => {
      remembered.zoom = zoom
      change()
    },
    zoomBy: (direction) => {
      remembered.zoom = Math.min(
        maxZoom,
        Math.max(minZoom, drawn.scale * (direction === 1 ? zoomStep : 1 / zoomStep)),
      )
      change()
    },
    rotate: () => {
      remembered.turns.set(visibleUrl, ((remembered.turns.get(visibleUrl) ?? 0) + 90) % 360)
      change()
    },
    viewedUrls,
    drawnAt: (scale, pages) => {
      drawn.scale = scale
      drawn.pages = pages
      if (visibleUrl !== '' && !viewedUrls.has(visibleUrl)) {
        setViewedUrls(new Set([...viewedUrls, visibleUrl]))
        reportViewed(http, visibleUrl)
      }
    },
  }
}
