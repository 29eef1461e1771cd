/** The server part of this university's custom code. */

import type { Pack } from '@matricola/server/pack.ts'
import { customErrors, customIssues } from '#custom/resources/errors.ts'

export const customPack: Pack = {
  name: 'own',
  migrations: 'custom/migrations',
  locales: 'custom/locales',
  errors: customErrors,
  issues: customIssues,
}
