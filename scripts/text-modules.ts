import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { mergeTexts } from '../packages/schema/merge-texts.ts'
import { packageLocales } from './locale-folders.mjs'
import { root } from './project-files.mjs'

/** Namespaces that only the server uses, so the browser code has no files for them. */
const serverNamespaces = ['mail', 'server', 'certificate', 'admission']

const loader = 'virtual:texts'
const textModule = /^(?<base>.*)\/texts\/(?<name>[a-z]{2}\/[\w.]+\.json)$/

/**
 * Provides `virtual:texts`, which loads the texts of the packages and of the application. Each
 * namespace of a language is one module, `texts/<language>/<namespace>.json`, so the browser
 * requests one file even if several folders have the namespace.
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
        const isServed = (name: string) =>
          options?.ssr === true || !serverNamespaces.some((one) => name.endsWith(`/${one}.json`))
        const loads = [...new Set(names())].filter(isServed).map((name) => {
          const path = JSON.stringify(join(base, 'texts', name))
          return `'${name}': () => import(${path}).then((texts) => texts.default)`
        })
        return `const files = { ${loads.join(', ')} }
export const loadTexts = (language, namespace) => files[\`\${language}/\${namespace}.json\`]?.()`
      }
      const name = id.startsWith(base) ? textModule.exec(id)?.groups?.name : undefined
      if (name === undefined) return null
      const files = folders()
        .map((folder) => join(folder, name))
        .filter((path) => existsSync(path))
      for (const path of files) this.addWatchFile(path)
      const texts: object[] = files.map((path) => JSON.parse(readFileSync(path, 'utf8')))
      return JSON.stringify(texts.reduce(mergeTexts, {}))
    },
  }
}
