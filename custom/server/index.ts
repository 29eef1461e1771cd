/** The server part of this university's custom code. */
import type { Pack } from '@matricola/server/pack.ts'

export const customPack: Pack = { name: 'own', migrations: 'custom/migrations', locales: 'custom/locales' }
