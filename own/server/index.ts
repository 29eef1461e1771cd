/** The server half of what this university adds. */
import type { Pack } from '#server/pack.ts'

export const own: Pack = { name: 'own', migrations: 'own/migrations', locales: 'own/locales' }
