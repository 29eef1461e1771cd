import type { WireIntake, WireSubmitted } from '#model/admission/wire.ts'
import type { Values } from './draft.ts'

/** What the confirmation shows. It lives as long as the page: the access code is written nowhere. */
export interface Sent extends WireSubmitted {
  readonly values: Values
  readonly intake: WireIntake
}

let sent: Sent | null = null

export const rememberSent = (next: Sent | null) => {
  sent = next
}
export const lastSent = () => sent
