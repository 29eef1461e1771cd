/** The university's server in page tests. */
import { createPageServer } from '@matricola/testing/pages/server.ts'
import { type ResourceName, registry } from '#resources/index.ts'

export {
  connectCaller,
  unmountPages,
  waitForRequests,
} from '@matricola/testing/pages/server.ts'

declare global {
  // A global, because it must outlive the modules of one file.
  var loadedServerSide: Promise<typeof import('./server-side.ts')> | undefined
}

/**
 * The application and its fixtures. All files of a worker share them, because loading modules,
 * engine and texts takes longer than most tests.
 */
export function serverSide(): Promise<typeof import('./server-side.ts')> {
  globalThis.loadedServerSide ??= import('./server-side.ts')
  return globalThis.loadedServerSide
}

export const pageServer = createPageServer<ResourceName>(registry, serverSide)
export const { setUpServer, setUpSessions, restoreBeforeEach } = pageServer
