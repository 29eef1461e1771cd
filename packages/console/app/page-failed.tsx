import { navigation } from '../navigation.ts'
import { LoadFailed } from '../pages/form/load-state.tsx'

/** Replaces a page that could not be loaded or rendered. Menu and bar remain usable. */
export function PageFailed() {
  return <LoadFailed message="" onRetry={() => navigation.reload()} />
}
