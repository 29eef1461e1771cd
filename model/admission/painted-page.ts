/** Calls of the server to the browser code when it paints a public page, so that people read before scripts have loaded. */

import type { NationalIdFault } from '../values/national-id.ts'
import type { Language } from '../vocabulary.ts'
import type { FrontDoor, PublicResults, WireProgramme } from './front-door.ts'
import type { WireIntake, WirePublicStatus } from './wire.ts'

export interface PageToPaint {
  readonly path: string
  /** The query string with its question mark, or empty. */
  readonly search: string
  readonly language: Language
  readonly intake: WireIntake
}

/** Content of a page that is whole as the server paints it, and loads no script. */
export type PlainView =
  | { readonly name: 'frontDoor'; readonly door: FrontDoor }
  | { readonly name: 'programme'; readonly door: FrontDoor; readonly programme: WireProgramme }
  | { readonly name: 'noProgramme' }
  /** The search by CNP, with what is wrong with the number that was typed. */
  | { readonly name: 'statusSearch'; readonly typed: string; readonly fault: NationalIdFault }
  | { readonly name: 'status'; readonly cnp: string; readonly list: readonly WirePublicStatus[] }
  | { readonly name: 'results'; readonly results: PublicResults }
  | { readonly name: 'noResults' }
  | { readonly name: 'failed'; readonly message: string }

export interface PlainPageToPaint {
  readonly language: Language
  /** The address names the language, and so do the page's links: without a cookie, nothing else carries it on. */
  readonly isLanguageNamed: boolean
  /** Null where the server could not read it. */
  readonly intake: WireIntake | null
  readonly view: PlainView
}

/** The artefact of the build that paints. Each answers markup: of the page's root, and of the whole body. */
export interface Painter {
  readonly paintPage: (page: PageToPaint) => string
  readonly paintPlainPage: (page: PlainPageToPaint) => string
}

/** Id under which a painted page holds the intake that it was painted with. */
export const intakeId = 'intake'
