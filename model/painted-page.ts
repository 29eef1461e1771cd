/** What the server asks of the browser code when it paints a public page, so that people read before scripts have loaded. */
import type { WireIntake } from './admission/wire.ts'
import type { Language } from './vocabulary.ts'

export interface PageToPaint {
  readonly path: string
  /** The query string with its question mark, or empty. */
  readonly search: string
  readonly language: Language
  readonly intake: WireIntake
}

/** Markup of the page's root. */
export type PaintPage = (page: PageToPaint) => string

/** Id under which a painted page holds the intake that it was painted with. */
export const intakeId = 'intake'
