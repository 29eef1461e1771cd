/** Interface of the browser code that the server calls to prerender public pages. */

import type { NationalIdFault } from '../values/national-id.ts'
import type { Language } from '../vocabulary.ts'
import type { FrontDoor, PublicResults, WireProgramme } from './front-door.ts'
import type { WireIntake, WirePublicStatus } from './wire.ts'

export interface PageToPaint {
  readonly path: string
  /** The query string with its question mark; may be empty. */
  readonly search: string
  readonly language: Language
  readonly intake: WireIntake
}

/** Pages that are complete when prerendered and load no scripts. */
export type PlainView =
  | { readonly name: 'frontDoor'; readonly door: FrontDoor }
  | { readonly name: 'programme'; readonly door: FrontDoor; readonly programme: WireProgramme }
  | { readonly name: 'noProgramme' }
  /** The status search after an invalid personal number, with its problem. */
  | { readonly name: 'statusSearch'; readonly typed: string; readonly fault: NationalIdFault }
  | { readonly name: 'status'; readonly cnp: string; readonly list: readonly WirePublicStatus[] }
  | { readonly name: 'results'; readonly results: PublicResults }
  | { readonly name: 'noResults' }
  | { readonly name: 'failed'; readonly message: string }

export interface PlainPageToPaint {
  readonly language: Language
  /** Whether the URL contains the language. Links must then contain it too, because without a cookie nothing else preserves it. */
  readonly isLanguageNamed: boolean
  /** Null if the server could not load it. */
  readonly intake: WireIntake | null
  readonly view: PlainView
}

/** The build artifact that prerenders. `paintPage` returns the HTML of the root element, `paintPlainPage` that of the whole body. */
export interface Painter {
  readonly paintPage: (page: PageToPaint) => string
  readonly paintPlainPage: (page: PlainPageToPaint) => string
}

/** Id of the element in a prerendered page that contains the data it was rendered from. */
export const intakeId = 'intake'
