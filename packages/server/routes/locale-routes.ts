import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'

/** Serves texts at `/locales/{lng}/{ns}.json`. Serves only files that existed at startup. */
export function localeRoutes(app: FastifyInstance, { config, registry }: Context): void {
  const files = new Map<string, string>()
  for (const language of registry.languages) {
    // A university can add a language in `custom/locales`.
    const folder = [join(config.root, 'locales', language), join(config.root, 'custom/locales', language)].find(existsSync)
    for (const name of folder ? readdirSync(folder).filter((file) => file.endsWith('.json')) : [])
      files.set(`${language}/${name}`, readFileSync(join(folder ?? '', name), 'utf8'))
  }
  app.get<{ Params: { lng: string; file: string } }>('/locales/:lng/:file', { config: { access: 'public' } }, async (request, reply) => {
    const text = files.get(`${request.params.lng}/${request.params.file}`)
    if (text === undefined) return reply.callNotFound()
    return reply.type('application/json; charset=utf-8').header('cache-control', 'no-cache').send(text)
  })
}
