/** Disables work inside packages that no page test depends on, once per worker, because the files of a worker share the packages. */
import { createCache } from '@ant-design/cssinjs'
import React from 'react'

interface Internals {
  recentlyCreatedOwnerStacks: number
}
interface Sheets {
  opUpdate(path: string, next: (entry?: Entry) => Entry | null): void
}
type Entry = readonly [uses: number, content: unknown]

/**
 * Stops React from recording an owner stack for each element, which takes a tenth of its time. React itself stops after several
 * thousand per second.
 */
export function leaveOutStacks(): void {
  const internals: Internals = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE')
  if (!('recentlyCreatedOwnerStacks' in internals)) return
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Number.POSITIVE_INFINITY, set: () => {} })
}

/** Keeps the style sheets of unmounted Ant Design components, because the next test usually needs the same ones. */
export function keepSheets(): void {
  const sheets: Sheets = Object.getPrototypeOf(createCache())
  const { opUpdate } = sheets
  sheets.opUpdate = function (path, next) {
    opUpdate.call(this, path, (entry) => next(entry) ?? entry ?? null)
  }
}
