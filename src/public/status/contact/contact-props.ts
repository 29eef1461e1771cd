import type { WireApplication } from '#resources/admission/wire.ts'
import type { StatusNavigation } from '../status-navigation.ts'

export interface ContactProps {
  readonly views: StatusNavigation
  readonly application: WireApplication
}
