import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Config } from '../../config.ts'
import { type ApiDocument, generateClientTypes } from '../client/types.ts'
import type { ServerApp } from '../server-app.ts'
import { CommandRefusal } from './command.ts'
import { formattedOpenApi } from './openapi.ts'

/**
 * Returns the source of the API client, with the resources and calls of every pack, as one file
 * without dependencies.
 */
export async function generateClient(app: ServerApp, config: Config): Promise<string> {
  // Safe: this program generated it.
  const document = JSON.parse(await formattedOpenApi(app, config)) as ApiDocument
  const union = (codes: readonly string[]) =>
    codes
      .toSorted()
      .map((code) => `\n  | ${JSON.stringify(code)}`)
      .join('')
  return `// The API of ${app.name}, written by \`npm run client\`: generate it again after an upgrade. See docs/client.md for how to use it.

${readFileSync(join(config.root, 'packages/server/app/client/runtime.ts'), 'utf8')}
/** Error codes. */
export type ErrorCode =${union(Object.keys(app.packs.errors))}

/** Codes of invalid fields. */
export type IssueCode =${union(app.packs.issues)}

${generateClientTypes(document)}
/** A connection to the program at an origin. */
export const connect = (options: Options) => new Client<Calls>(options, { keyed, files })

/** Whether a thrown value is an error returned by the server. */
export const isApiError = (error: unknown): error is ApiError<ErrorCode, IssueCode> => error instanceof ApiError
`
}

/**
 * `npm run client -- <file>`: writes the client. Throws `CommandRefusal` unless there is exactly
 * one file.
 */
export async function run(
  [path, ...more]: readonly string[],
  config: Config,
  app: ServerApp,
): Promise<void> {
  if (path === undefined || path.startsWith('-') || more.length > 0)
    throw new CommandRefusal('Usage: npm run client -- <file>.ts')
  writeFileSync(resolve(path), await generateClient(app, config))
  process.stdout.write(`Wrote ${resolve(path)}. See docs/client.md for how to use it.\n`)
}
