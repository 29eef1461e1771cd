import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { mergeTexts } from '../packages/schema/merge-texts.ts'
import { packageLocales } from './locale-folders.mjs'
import { root } from './project-files.mjs'

/** Namespaces that only the server uses, so the browser code has no files for them. */
const serverNamespaces = ['mail', 'server', 'certificate', 'admission']

/** Namespaces that public pages use. Others only belong to the console. */
const publicNamespaces = [
  ...[
    'public',
    'errors',
    'errors.console',
    'expression',
    'application',
    'apply',
    'averages',
    'contact',
  ],
  ...['conversation', 'emailLink', 'formItems', 'resources', 'status', 'time', 'verify'],
]

const loader = 'virtual:texts'
/** The list of a language's files, or the texts of one namespace. */
const textModule = /^(?<base>.*)\/texts\/(?<name>[a-z]{2}(?:\.js|\.console\.js|\/[\w.]+\.json))$/

/**
 * Provides `virtual:texts`, which loads the texts of the packages and of the application. Each
 * namespace of a language is one module, `texts/<language>/<namespace>.json`, so the browser
 * requests one file even if several folders have the namespace. `texts/<language>.js` lists the
 * files of a language for public pages, and `texts/<language>.console.js` the others, so that no
 * public page loads a longer list than it needs.
 */
export function textModules(): Plugin {
  let base = ''
  const folders = () => [...packageLocales().map((path) => join(root, path)), join(base, 'locales')]
  const filesIn = (folder: string) => (existsSync(folder) ? readdirSync(folder) : [])
  const names = () =>
    folders().flatMap((folder) =>
      filesIn(folder)
        .filter((language) => /^[a-z]{2}$/.test(language))
        .flatMap((language) => filesIn(join(folder, language)).map((file) => `${language}/${file}`))
        .filter((name) => !name.endsWith('/language.json')),
    )
  const pathOf = (name: string) => JSON.stringify(join(base, 'texts', name))
  const fileList = (list: string, isServer: boolean) => {
    const language = list.slice(0, 2)
    const isPublic = list === `${language}.js`
    const loads = [...new Set(names())]
      .filter((name) => name.startsWith(`${language}/`))
      .map((name) => ({ name, namespace: name.slice(3, -'.json'.length) }))
      .filter(({ namespace }) => publicNamespaces.includes(namespace) === isPublic)
      .filter(({ namespace }) => isServer || !serverNamespaces.includes(namespace))
      .map(({ name, namespace }) => `'${namespace}': () => import(${pathOf(name)})`)
    return `export const files = { ${loads.join(', ')} }`
  }
  return {
    name: 'text-modules',
    enforce: 'pre',
    configResolved(config) {
      base = config.root
    },
    resolveId(id) {
      if (id === loader) return `\0${loader}`
      const found = textModule.exec(id)?.groups
      return found && ['', base].includes(found.base ?? '') ? join(base, 'texts', found.name) : null
    },
    load(id, options) {
      if (id === `\0${loader}`) {
        const loads = [...new Set(names().map((name) => name.slice(0, 2)))].map(
          (language) =>
            `${language}: [${['', '.console'].map((list) => `() => import(${pathOf(`${language}${list}.js`)})`).join(', ')}]`,
        )
        return `const lists = { ${loads.join(', ')} }
export async function loadTexts(language, namespace) {
  for (const load of lists[language] ?? []) {
    const texts = (await load()).files[namespace]
    if (texts) return (await texts()).default
  }
}`
      }
      const name = id.startsWith(base) ? textModule.exec(id)?.groups?.name : undefined
      if (name === undefined) return null
      if (name.endsWith('.js')) return fileList(name, options?.ssr === true)
      const files = folders()
        .map((folder) => join(folder, name))
        .filter((path) => existsSync(path))
      for (const path of files) this.addWatchFile(path)
      const texts: object[] = files.map((path) => JSON.parse(readFileSync(path, 'utf8')))
      return JSON.stringify(texts.reduce(mergeTexts, {}))
    },
  }
}
