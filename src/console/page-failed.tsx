import { LoadFailed } from '#src/pages/form/load-state.tsx'
import { navigation } from '../navigation.ts'

/** Stands in the frame in place of a page that could not be loaded or drawn: menu and bar stay. */
export function PageFailed() {
  return <LoadFailed message="" onRetry={() => navigation.reload()} />
}
