/**
 * Checks that lazily loaded pages and dialogs import the style sheets they need, and do not rely on
 * the imports of other pages.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { projectRoot } from '@matricola/testing/databases.ts'
import { expect, test } from 'vitest'

const folders = [
  'src',
  'packages/console',
  'packages/schema',
  'resources/field-types',
  'custom/src',
]
const files = folders.flatMap((folder) =>
  readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
    // A test that imports a module on demand is not a page that loads it alone.
    .filter((name) => /\.(tsx?|css)$/.test(name) && !name.startsWith('tests/'))
    .map((name) => join(folder, name)),
)
const texts = new Map(
  files.map((path) => [
    path,
    readFileSync(join(projectRoot, path), 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, ''),
  ]),
)

/** The path of a file that is imported by the name of its package. */
const pathInPackage = (name: string) =>
  name.replace('@matricola/providers/', 'providers/').replace('@matricola/', 'packages/')

/**
 * Resolves an import to a file in the project. Returns null if the file is not part of the browser
 * code.
 */
function resolved(from: string, name: string): string | null {
  const path = name.startsWith('#')
    ? name.slice(1)
    : name.startsWith('.')
      ? join(dirname(from), name)
      : pathInPackage(name)
  return path !== null && texts.has(path) ? path : null
}
const namesIn = (path: string, pattern: RegExp) =>
  [...(texts.get(path) ?? '').matchAll(pattern)].flatMap(
    ([, name = '']) => resolved(path, name) ?? [],
  )
const imported = (path: string) =>
  namesIn(path, /^(?:import|export)\s(?!type\s)(?:[^'"]*?\sfrom\s)?\s*'([^']+)'/gm)
const lazyImports = (path: string) => namesIn(path, /\bimport\('([^']+)'\)/g)

/** Returns the files and everything that they import statically. */
function loadedWith(paths: readonly string[]): Set<string> {
  const found = new Set<string>()
  const waiting = [...paths]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (found.has(path)) continue
    found.add(path)
    waiting.push(...imported(path))
  }
  return found
}

/** Splits selectors at commas, except inside brackets. */
const selectorsOf = (list: string) =>
  list.replace(/\([^()]*\)/g, (inside) => inside.replaceAll(',', ' ')).split(',')

/**
 * Returns the classes that a style sheet styles. `alone`: the class is a whole selector. `named`:
 * it occurs anywhere in a selector.
 */
function styledIn(css: string): {
  readonly alone: ReadonlySet<string>
  readonly named: ReadonlySet<string>
} {
  const selectors = [...css.matchAll(/(?:^|[{};])([^{};@]+)\{/g)].flatMap(([, list = '']) =>
    selectorsOf(list).map((each) => each.trim()),
  )
  return {
    alone: new Set(
      selectors.flatMap(
        (selector) => /^\.([a-z][\w-]*)(?:::?[a-z-]+(?:\([^()]*\))?)*$/i.exec(selector)?.[1] ?? [],
      ),
    ),
    named: new Set(
      selectors.flatMap((selector) =>
        [...selector.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name = '']) => name),
      ),
    ),
  }
}
const isSheet = (path: string) => path.endsWith('.css')
const sheets = new Map(files.filter(isSheet).map((path) => [path, styledIn(texts.get(path) ?? '')]))

/** Returns the attribute or property value at an index: a string, or an expression in braces. */
function valueAt(text: string, start: number): string {
  if (text[start] !== '{') return /^(["'`])[\s\S]*?\1/.exec(text.slice(start))?.[0] ?? ''
  let depth = 0
  for (let end = start; end < text.length; end++) {
    if (text[end] === '{') depth++
    if (text[end] === '}' && --depth === 0) return text.slice(start, end + 1)
  }
  return ''
}

/** Returns the class names that a module assigns. */
function classesOf(path: string): Set<string> {
  const text = texts.get(path) ?? ''
  const values = [...text.matchAll(/\b\w*className\s*[=:]\s*/gi)].map(({ 0: found, index }) =>
    valueAt(text, index + found.length),
  )
  const strings = values.flatMap((value) =>
    [...value.matchAll(/(["'`])([\s\S]*?)\1/g)].map(([, , text = '']) => text),
  )
  return new Set(strings.flatMap((text) => text.split(/\$\{[^}]*\}|\s+/)).filter(Boolean))
}

/**
 * Returns the style sheets in which the class alone is a selector. If there are none, returns every
 * style sheet with a selector that contains the class.
 */
function sheetsStyling(name: string): string[] {
  const by = (way: 'alone' | 'named') =>
    [...sheets].filter(([, styled]) => styled[way].has(name)).map(([sheet]) => sheet)
  const alone = by('alone')
  return alone.length > 0 ? alone : by('named')
}

const importedStyles = (path: string) =>
  [...(texts.get(path) ?? '').matchAll(/@import "([^"]+)"/g)].map(([, name = '']) =>
    join(dirname(path), name),
  )
/** Style sheets loaded by every page, and style sheets loaded by every page of the console. */
const sharedStyles = [
  'packages/console/theme/index.css',
  ...importedStyles('packages/console/theme/index.css'),
]
const consoleStyles = [
  ...sharedStyles,
  ...imported('packages/console/app/start.tsx').filter((path) =>
    path.startsWith('packages/console/theme/'),
  ),
]

/** Ant Design classes. Ant Design inserts their styles itself. */
const libraryClass = /^(?:ant|rc)-/
const entries = [...new Set(files.filter((path) => !isSheet(path)).flatMap(lazyImports))]
  .filter((path) => path.endsWith('.tsx'))
  .sort()

function unstyledIn(entry: string): string[] {
  const has = new Set([
    ...loadedWith([entry]),
    ...(/^(src|packages\/console)\/public\//.test(entry) ? sharedStyles : consoleStyles),
  ])
  return [...has]
    .filter((path) => path.endsWith('.tsx'))
    .flatMap((path) =>
      [...classesOf(path)]
        .filter((name) => !libraryClass.test(name))
        .flatMap((name) => {
          const stylingSheets = sheetsStyling(name)
          return stylingSheets.length === 0 || stylingSheets.some((sheet) => has.has(sheet))
            ? []
            : [`${path}: ${name}, which ${stylingSheets.join(', ')} styles`]
        }),
    )
}

test('finds lazily loaded pages and dialogs, and the shared style sheets', () => {
  expect(entries.length).toBeGreaterThan(50)
  expect(consoleStyles).toContain('packages/console/theme/console.css')
})

test.each(entries)('%s loads the styles of every class it uses', (entry) => {
  expect(unstyledIn(entry)).toEqual([])
})
