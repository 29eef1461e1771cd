import { AppError } from '@matricola/schema/wire/errors.ts'
import type { FastifyInstance } from 'fastify'
import type { Environment } from '../environment.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Marks a call that stores an uploaded file. */
    storesFile?: true
    /** Marks a change that is allowed even in read-only mode, such as signing in and out. */
    whileReadOnly?: true
  }
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Rejects uploads while the disk is nearly full, and all changes while it is full and holds the
 * database. Add this hook after the one that identifies the caller. Throws `storage.low` or
 * `storage.full`.
 */
export function addDiskCheck(app: FastifyInstance, { disk, database }: Environment): void {
  app.addHook('onRequest', async ({ method, is404, routeOptions }) => {
    const level = disk.level()
    if (level === 'ample' || is404 || safeMethods.has(method)) return
    if (level === 'full' && database.engine === 'embedded' && !routeOptions.config.whileReadOnly)
      throw new AppError('storage.full')
    if (routeOptions.config.storesFile) throw new AppError('storage.low')
  })
}
