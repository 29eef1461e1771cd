/**
 * Disables work inside packages that no page test depends on. Runs once per worker, because the
 * test files of a worker share the packages.
 */
import { createCache } from '@ant-design/cssinjs'
import React from 'react'

interface ReactInternals {
  recentlyCreatedOwnerStacks: number
}
interface StyleSheetCache {
  opUpdate(path: string, next: (entry?: Entry) => Entry | null): void
}
type Entry = readonly [uses: number, content: readonly unknown[]]

/**
 * Stops React from recording an owner stack for each element, which takes a tenth of the rendering
 * time. React itself stops recording after several thousand per second.
 */
export function disableOwnerStacks(): void {
  const internals: ReactInternals = Reflect.get(
    React,
    '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE',
  )
  if (!('recentlyCreatedOwnerStacks' in internals)) return
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    get: () => Number.POSITIVE_INFINITY,
    set: () => {},
  })
}

/**
 * Marks a style sheet that Ant Design expects to be in a CSS file and therefore does not insert.
 */
const sheetOfFile = '_FILE_STYLE__'

/**
 * Keeps the style sheets of unmounted Ant Design components, because the next test usually needs
 * the same ones. Inserts none of them. `AntdProvider` puts them in a cascade layer, which jsdom
 * ignores. For each mounted component, Ant Design would search the document for its style sheet.
 */
export function keepStyleSheets(): void {
  const sheets: StyleSheetCache = Object.getPrototypeOf(createCache())
  const { opUpdate } = sheets
  sheets.opUpdate = function (path, next) {
    opUpdate.call(this, path, (entry) => {
      const resolvedPackage = next(entry) ?? entry ?? null
      if (!resolvedPackage || !path.startsWith('style%') || resolvedPackage[1][0] === sheetOfFile)
        return resolvedPackage
      return [resolvedPackage[0], [sheetOfFile, ...resolvedPackage[1].slice(1)]]
    })
  }
}
