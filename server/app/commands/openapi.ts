import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '#server/engine/config.ts'
import { openApiOf } from '#server/engine/http/openapi.ts'
import { absentContext } from '../absent-context.ts'
import { buildApp, routesOf } from '../app.ts'
import { checkDeclarations } from '../check-declarations.ts'
import { hasOwn, packTexts } from '../packs/index.ts'

/** Returns the API document, from the routes of an application without a database. */
export async function openApiDocument(config: Config): Promise<string> {
  const app = buildApp(absentContext(config, packTexts(config.root)))
  await app.ready()
  const document = openApiOf(routesOf(app))
  await app.close()
  return `${printed(document)}\n`
}

const width = 120

/** Formats JSON with each value on one line if it fits. */
function printed(value: unknown, indent = ''): string {
  const line = JSON.stringify(value, null, 1).replace(/\n */g, ' ')
  if (typeof value !== 'object' || value === null || indent.length + line.length <= width) return line
  const inner = `${indent}  `
  const entries = Array.isArray(value)
    ? value.map((each) => printed(each, inner))
    : Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}: ${printed(each, inner)}`)
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  return `${open}\n${entries.map((entry) => inner + entry).join(',\n')}\n${indent}${close}`
}

/**
 * `npm run openapi [-- <file>]`: writes the API document. With custom code of a university, the default file is in `own/`, so
 * that upgrades do not overwrite it.
 */
export async function run([path]: readonly string[], config: Config): Promise<void> {
  checkDeclarations(config, packTexts(config.root))
  writeFileSync(path ?? join(config.root, hasOwn ? 'own/openapi.json' : 'docs/openapi.json'), await openApiDocument(config))
}
