import type { FastifyInstance } from 'fastify'
import type { Erasures } from './backup/restore.ts'
import type { Context } from './context.ts'
import type { Meanings } from './database/meanings.ts'
import type { HooksOf } from './records/lifecycles.ts'
import type { Upkeep } from './session/housekeeping.ts'

/** What runs beside the answers until the program stops. */
export interface Worker {
  stop(): Promise<void>
}

/**
 * The server half of a pack: what a university adds to the engine beside its declarations, which stand in `resources/`.
 * Every part may be left out.
 */
export interface Pack extends Meanings {
  /** Stands in the database beside each migration of the pack; never changed. */
  readonly name: string
  /** Folder of the migrations, from the folder of the program. */
  readonly migrations: string
  /** Folder of the texts, from the folder of the program. */
  readonly locales: string
  /** What records do beside being stored. */
  readonly hooks?: HooksOf
  /** Calls beside those that each declaration gets. */
  readonly routes?: (app: FastifyInstance, context: Context) => void
  readonly upkeep?: Partial<Upkeep>
  readonly erasures?: Erasures
  /** Starts what the pack does by the clock. */
  readonly start?: (context: Context) => readonly Worker[]
}

/** Some packs as one, every part there. */
export type JoinedPacks = Required<Pick<Pack, 'hooks' | 'routes' | 'erasures' | 'start'>> & { readonly upkeep: Upkeep }

/** Joins packs. Throws where two have hooks for the same resource. */
export function joinPacks(packs: readonly Pack[]): JoinedPacks {
  return {
    hooks: (context, within) => joinedByName(packs.map(({ hooks }) => hooks?.(context, within) ?? {})),
    routes(app, context) {
      for (const { routes } of packs) routes?.(app, context)
    },
    start: (context) => packs.flatMap(({ start }) => start?.(context) ?? []),
    upkeep: {
      kept: packs.flatMap(({ upkeep }) => upkeep?.kept ?? []),
      isFileNeeded: (fileId) =>
        ['FALSE', ...packs.flatMap(({ upkeep }) => upkeep?.isFileNeeded?.(fileId) ?? [])].map((sql) => `(${sql})`).join(' OR '),
      tidy: (context, now) =>
        sum(
          packs.map(
            ({ upkeep }) =>
              () =>
                upkeep?.tidy?.(context, now),
          ),
        ),
    },
    erasures: {
      async keep(target) {
        for (const { erasures } of packs) await erasures?.keep(target)
      },
      repeat: (target) =>
        sum(
          packs.map(
            ({ erasures }) =>
              () =>
                erasures?.repeat(target),
          ),
        ),
    },
  }
}

function joinedByName<T>(parts: readonly { readonly [name: string]: T }[]): { readonly [name: string]: T } {
  const entries = parts.flatMap((part) => Object.entries(part))
  const names = entries.map(([name]) => name)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw new Error(`two packs have hooks for ${twice}`)
  return Object.fromEntries(entries)
}

async function sum(works: readonly (() => Promise<number> | undefined)[]): Promise<number> {
  let total = 0
  for (const work of works) total += (await work()) ?? 0
  return total
}
