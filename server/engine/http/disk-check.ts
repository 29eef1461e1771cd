import type { FastifyInstance } from 'fastify'
import { AppError } from '#model/wire/errors.ts'
import type { Environment } from '#server/engine/environment.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A call that keeps what it is sent as a file. */
    storesFile?: true
    /** A change that goes on while everything else is only read: signing in and out. */
    whileReadOnly?: true
  }
}

const reading = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses files while the disk is nearly full, and every change while it is full and the database lies on it (S-18.9).
 * To be added after the caller is known. Throws `storage.low`, `storage.full`.
 */
export function addDiskCheck(app: FastifyInstance, { disk, database }: Environment): void {
  app.addHook('onRequest', async ({ method, is404, routeOptions }) => {
    const level = disk.level()
    if (level === 'ample' || is404 || reading.has(method)) return
    if (level === 'full' && database.engine === 'embedded' && !routeOptions.config.whileReadOnly) throw new AppError('storage.full')
    if (routeOptions.config.storesFile) throw new AppError('storage.low')
  })
}
