// The folders of texts. Each has one folder per language, with one file per namespace.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './project-files.mjs'

/** Returns the folders of the packages' texts, relative to the folder of the project. */
export const packageLocales = (base = root) =>
  readdirSync(join(base, 'packages'))
    .map((name) => `packages/${name}/locales`)
    .filter((path) => existsSync(join(base, path)))

/** The folders of the program's texts. Later ones override earlier ones, as on the server. */
export const programLocales = (base = root) => [...packageLocales(base), 'locales']
