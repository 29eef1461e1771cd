import { pino } from 'pino'
import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import { systemClock } from '../ports/clock.ts'
import type { Texts } from '../texts.ts'
import type { ServerApp } from './server-app.ts'

/**
 * Returns the context of a server that is built only to list its routes. Every operation on the
 * database, files or mail rejects.
 */
export function createStubContext(
  { registry, packs }: ServerApp,
  config: Config,
  texts: Texts,
): Context {
  const unavailable = () =>
    Promise.reject(new Error('routes are registered without a database, files or mail'))
  const key = new Uint8Array(32)
  return {
    config,
    registry,
    migrations: [],
    database: {
      engine: 'postgres',
      vitals: { query: unavailable },
      query: unavailable,
      transaction: unavailable,
      close: () => Promise.resolve(),
    },
    disk: { level: () => 'ample', freeBytes: () => undefined, measure: unavailable },
    files: { write: unavailable, read: unavailable, remove: unavailable },
    mail: { send: unavailable },
    readFile: unavailable,
    encodePicture: unavailable,
    readPdf: unavailable,
    clock: systemClock,
    keys: { pepper: key, encryption: key, index: key },
    texts,
    log: pino({ level: 'silent' }),
    hooks: packs.hooks,
    anonymousScope: packs.anonymousScope,
  }
}
