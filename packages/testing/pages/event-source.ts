/**
 * A fake event stream for pages, because jsdom has none. Import it before anything that opens a
 * page.
 */

import type { LiveEvent } from '@matricola/schema/wire/jobs.ts'
import { act } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'

const sources = new Set<FakeEventSource>()

class FakeEventSource extends EventTarget {
  static readonly CLOSED = 2
  readyState = 0
  onopen: (() => void) | null = null
  onerror: (() => void) | null = null
  readonly url: string
  constructor(url: string) {
    super()
    this.url = url
    sources.add(this)
    queueMicrotask(() => {
      if (this.readyState !== 0) return
      this.readyState = 1
      act(() => this.onopen?.())
    })
  }
  close() {
    this.readyState = FakeEventSource.CLOSED
    sources.delete(this)
  }
}

beforeEach(() => {
  vi.stubGlobal('EventSource', FakeEventSource)
})
afterEach(() => {
  vi.unstubAllGlobals()
  sources.clear()
})

/** Streams that are currently open. */
export const openStreams = () => [...sources]

/** Sends an event to the page, as the server would. */
export function sendEvent(event: LiveEvent) {
  act(() => {
    for (const source of sources)
      source.dispatchEvent(new MessageEvent(event.type, { data: JSON.stringify(event) }))
  })
}
