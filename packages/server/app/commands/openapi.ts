import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { generateOpenApi } from '../../http/openapi.ts'
import { buildServer, registeredRoutesOf } from '../build-server.ts'
import { checkDeclarations } from '../check-declarations.ts'
import { apiPartsOf, type ServerApp } from '../server-app.ts'
import { createStubContext } from '../stub-context.ts'

/** Returns the API document, from the routes of a server without a database. */
export async function formattedOpenApi(app: ServerApp, config: Config): Promise<string> {
  const server = buildServer(app, createStubContext(app, config, app.loadTexts(config.root)))
  await server.ready()
  const document = generateOpenApi(apiPartsOf(app), registeredRoutesOf(server))
  await server.close()
  return `${formatJson(document)}\n`
}

const width = 120

/** Formats JSON with each value on one line if it fits. */
function formatJson(value: unknown, indent = ''): string {
  const line = JSON.stringify(value, null, 1).replace(/\n */g, ' ')
  if (typeof value !== 'object' || value === null || indent.length + line.length <= width)
    return line
  const inner = `${indent}  `
  const entries = Array.isArray(value)
    ? value.map((each) => formatJson(each, inner))
    : Object.entries(value).map(
        ([key, each]) => `${JSON.stringify(key)}: ${formatJson(each, inner)}`,
      )
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  return `${open}\n${entries.map((entry) => inner + entry).join(',\n')}\n${indent}${close}`
}

/**
 * `npm run openapi [-- <file>]`: writes the API document. The default file is the application's
 * `apiDocument`.
 */
export async function run(
  [path]: readonly string[],
  config: Config,
  app: ServerApp,
): Promise<void> {
  checkDeclarations(app, config, app.loadTexts(config.root))
  writeFileSync(path ?? join(config.root, app.apiDocument), await formattedOpenApi(app, config))
}
