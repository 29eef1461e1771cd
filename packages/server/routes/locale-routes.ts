import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { mergeTexts } from '@matricola/schema/merge-texts.ts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { textFolders } from '../texts.ts'

/**
 * Serves the texts of the packages and of the packs at `/locales/{lng}/{ns}.json`. `locales` are the
 * folders of the packs. Serves only files that existed at startup.
 */
export function localeRoutes(
  app: FastifyInstance,
  { config, registry }: Context,
  locales: readonly string[],
): void {
  const files = new Map<string, string>()
  for (const language of registry.languages)
    for (const folder of textFolders(config.root, locales)
      .map((path) => join(path, language))
      .filter((path) => existsSync(path)))
      for (const name of readdirSync(folder).filter((file) => file.endsWith('.json'))) {
        const earlier = files.get(`${language}/${name}`)
        const text = readFileSync(join(folder, name), 'utf8')
        files.set(
          `${language}/${name}`,
          earlier === undefined
            ? text
            : JSON.stringify(mergeTexts(JSON.parse(earlier), JSON.parse(text))),
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
