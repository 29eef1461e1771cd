/** The server half of what this university adds. */
import type { Pack } from '#server/engine/pack.ts'

export const own: Pack = { name: 'own', migrations: 'own/migrations', locales: 'own/locales' }
