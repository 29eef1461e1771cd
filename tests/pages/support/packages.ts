/** Work of packages that no page test looks at, left out once for each worker: they are loaded once, and shared by its files. */
import { createCache } from '@ant-design/cssinjs'
import React from 'react'

interface Internals {
  recentlyCreatedOwnerStacks: number
}
interface Sheets {
  opUpdate(path: string, next: (entry?: Entry) => Entry | null): void
}
type Entry = readonly [uses: number, content: unknown]

/** Has React make no stack of calls for each element, as it does by itself for all beyond the first thousands of a second: they are a tenth of its work. */
export function leaveOutStacks(): void {
  const internals: Internals = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE')
  if (!('recentlyCreatedOwnerStacks' in internals)) return
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Number.POSITIVE_INFINITY, set: () => {} })
}

/** Has Ant Design keep the sheets of components that have left the page: the next test shows the same ones. */
export function keepSheets(): void {
  const sheets: Sheets = Object.getPrototypeOf(createCache())
  const { opUpdate } = sheets
  sheets.opUpdate = function (path, next) {
    opUpdate.call(this, path, (entry) => next(entry) ?? entry ?? null)
  }
}
