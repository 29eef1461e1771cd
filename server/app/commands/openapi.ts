import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import type { Config } from '#server/engine/config.ts'
import type { Context } from '#server/engine/context.ts'
import { openApiOf } from '#server/engine/http/openapi.ts'
import { systemClock } from '#server/engine/ports/clock.ts'
import { buildApp, routesOf } from '../app.ts'
import { hasOwn, joined, packTexts } from '../packs/index.ts'

/** The API document as text, from the routes of an application that answers nobody. */
export async function openApiDocument(config: Config): Promise<string> {
  const app = buildApp(contextWithout(config))
  await app.ready()
  const document = openApiOf(routesOf(app))
  await app.close()
  return `${printed(document)}\n`
}

const width = 120

/** JSON as a person reads it: what fits on a line stands on one. */
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

/** `npm run openapi [-- <file>]`: writes the document. That of a university which has added something is its own, and no upgrade brings another. */
export async function run([path]: readonly string[], config: Config): Promise<void> {
  writeFileSync(path ?? join(config.root, hasOwn ? 'own/openapi.json' : 'docs/openapi.json'), await openApiDocument(config))
}

/** Nothing is read or stored while routes are registered; whatever tried would fail with this reason. */
function contextWithout(config: Config): Context {
  const absent = () => Promise.reject(new Error('the document is written without a database, files or mail'))
  const key = new Uint8Array(32)
  return {
    config,
    migrations: [],
    database: { engine: 'postgres', vitals: { query: absent }, query: absent, transaction: absent, close: () => Promise.resolve() },
    disk: { level: () => 'ample', freeBytes: () => undefined, measure: absent },
    files: { write: absent, read: absent, remove: absent },
    mail: { send: absent },
    readFile: absent,
    encodePicture: absent,
    readPdf: absent,
    clock: systemClock,
    keys: { pepper: key, encryption: key, index: key },
    texts: packTexts(config.root),
    log: pino({ level: 'silent' }),
    hooks: joined.hooks,
  }
}
