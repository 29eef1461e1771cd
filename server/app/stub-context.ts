import { pino } from 'pino'
import type { Config } from '#server/engine/config.ts'
import type { Context } from '#server/engine/context.ts'
import { systemClock } from '#server/engine/ports/clock.ts'
import type { Texts } from '#server/engine/texts.ts'
import { combinedPacks } from './packs/index.ts'

/** Returns the context of an application that is built only to list its routes. Every operation on the database, files or mail rejects. */
export function createStubContext(config: Config, texts: Texts): Context {
  const absent = () => Promise.reject(new Error('routes are registered without a database, files or mail'))
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
    texts,
    log: pino({ level: 'silent' }),
    hooks: combinedPacks.hooks,
  }
}
