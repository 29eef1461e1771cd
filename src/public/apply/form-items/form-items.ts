/**
 * The questions of forms that the office arranged. Their code and texts are loaded only if a form
 * is published.
 */
import { loadNamespaces } from '@matricola/console/i18n.ts'
import { cachedPublicConfig, fetchPublicConfig } from '../../public-config.ts'

type ItemsBundle = typeof import('./items-bundle.ts')

let bundle: ItemsBundle | null = null

/** The code for questions; null if it is not loaded. */
export const itemsBundle = () => bundle

/** Loads code and texts if the university asks questions. Throws if loading fails. */
export async function loadFormItems(): Promise<void> {
  const publicConfig = cachedPublicConfig() ?? (await fetchPublicConfig()).publicConfig
  if (bundle || !publicConfig?.forms) return
  const [loaded] = await Promise.all([import('./items-bundle.ts'), loadNamespaces('formItems')])
  bundle = loaded
}
