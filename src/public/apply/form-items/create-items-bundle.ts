import { loadNamespaces } from '@matricola/console/i18n.ts'

/**
 * Code for questions of the office, which is loaded together with their texts. The messages about
 * numbers are texts of the console, because no other question of the form is a number.
 */
export function createItemsBundle<Bundle>(importCode: () => Promise<Bundle>) {
  let bundle: Bundle | null = null
  return {
    /** The code; null if it is not loaded. */
    current: () => bundle,
    /** Throws if loading fails. */
    async load(): Promise<void> {
      if (bundle) return
      const [loaded] = await Promise.all([
        importCode(),
        loadNamespaces('formItems', 'errors.console'),
      ])
      bundle = loaded
    },
  }
}
