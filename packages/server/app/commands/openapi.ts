import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { combinedPacks, hasCustomCode, loadPackTexts, registry } from '../../../../server/packs/index.ts'
import type { Config } from '../../config.ts'
import { generateOpenApi } from '../../http/openapi.ts'
import { buildApp, registeredRoutesOf } from '../app.ts'
import { checkDeclarations } from '../check-declarations.ts'
import { createStubContext } from '../stub-context.ts'

/** Returns the API document, from the routes of an application without a database. */
export async function formattedOpenApi(config: Config): Promise<string> {
  const app = buildApp(createStubContext(config, loadPackTexts(config.root)))
  await app.ready()
  const document = generateOpenApi(registry, combinedPacks.errors, registeredRoutesOf(app))
  await app.close()
  return `${formatJson(document)}\n`
}

const width = 120

/** Formats JSON with each value on one line if it fits. */
function formatJson(value: unknown, indent = ''): string {
  const line = JSON.stringify(value, null, 1).replace(/\n */g, ' ')
  if (typeof value !== 'object' || value === null || indent.length + line.length <= width) return line
  const inner = `${indent}  `
  const entries = Array.isArray(value)
    ? value.map((each) => formatJson(each, inner))
    : Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}: ${formatJson(each, inner)}`)
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  return `${open}\n${entries.map((entry) => inner + entry).join(',\n')}\n${indent}${close}`
}

/**
 * `npm run openapi [-- <file>]`: writes the API document. With custom code of a university, the default file is in `custom/`, so
 * that upgrades do not overwrite it.
 */
export async function run([path]: readonly string[], config: Config): Promise<void> {
  checkDeclarations(config, loadPackTexts(config.root))
  writeFileSync(path ?? join(config.root, hasCustomCode ? 'custom/openapi.json' : 'docs/openapi.json'), await formattedOpenApi(config))
}
