import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'

/**
 * Serves the texts of the packs at `/locales/{lng}/{ns}.json`. `folders` are relative to the
 * program; texts of later ones replace those of earlier ones. Serves only files that existed at
 * startup.
 */
export function localeRoutes(
  app: FastifyInstance,
  { config, registry }: Context,
  folders: readonly string[],
): void {
  const files = new Map<string, string>()
  for (const language of registry.languages)
    for (const folder of folders
      .map((path) => join(config.root, path, language))
      .filter((path) => existsSync(path)))
      for (const name of readdirSync(folder).filter((file) => file.endsWith('.json'))) {
        const earlier = files.get(`${language}/${name}`)
        const text = readFileSync(join(folder, name), 'utf8')
        files.set(
          `${language}/${name}`,
          earlier === undefined
            ? text
            : JSON.stringify(merge(JSON.parse(earlier), JSON.parse(text))),
        )
      }
  app.get<{ Params: { lng: string; file: string } }>(
    '/locales/:lng/:file',
    { config: { access: 'public' } },
    async (request, reply) => {
      const text = files.get(`${request.params.lng}/${request.params.file}`)
      if (text === undefined) return reply.callNotFound()
      return reply
        .type('application/json; charset=utf-8')
        .header('cache-control', 'no-cache')
        .send(text)
    },
  )
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Merges objects at any depth. */
const merge = (one: object, other: object): object => ({
  ...one,
  ...Object.fromEntries(
    Object.entries(other).map(([key, value]) => {
      const existing: unknown = one[key as keyof typeof one]
      return [key, isObject(existing) && isObject(value) ? merge(existing, value) : value]
    }),
  ),
})
