/** Interface of the browser code that the server calls to prerender public pages. */

import type { Language } from '@matricola/schema/vocabulary.ts'
import type { NationalIdError } from '../field-types/nationalId/national-id.ts'
import type { AdmissionOverview, PublicResults, WireProgramme } from './admission-overview.ts'
import type { ProgrammeFilter } from './programme-filter.ts'
import type { WirePublicStatus } from './wire.ts'
import type { WireIntake } from './wire-intake.ts'

export interface PrerenderInput {
  readonly path: string
  /** The query string with its question mark; may be empty. */
  readonly search: string
  readonly language: Language
  readonly intake: WireIntake
}

/** Pages that are complete when prerendered and load no scripts. */
export type PlainPageView =
  | {
      readonly name: 'frontDoor'
      readonly overview: AdmissionOverview
      readonly filter: ProgrammeFilter
    }
  | {
      readonly name: 'programme'
      readonly overview: AdmissionOverview
      readonly programme: WireProgramme
    }
  | { readonly name: 'noProgramme' }
  /** The status search after an invalid personal number, with its problem. */
  | { readonly name: 'statusSearch'; readonly cnp: string; readonly error: NationalIdError }
  | { readonly name: 'status'; readonly cnp: string; readonly list: readonly WirePublicStatus[] }
  | { readonly name: 'results'; readonly results: PublicResults }
  | { readonly name: 'noResults' }
  | { readonly name: 'failed'; readonly message: string }

export interface PlainPageInput {
  readonly language: Language
  /**
   * Whether the URL contains the language. Links must then contain it too, because without a cookie
   * nothing else preserves it.
   */
  readonly isLanguageNamed: boolean
  /** Null if the server could not load it. */
  readonly intake: WireIntake | null
  readonly view: PlainPageView
}

/**
 * The build artifact that prerenders. `renderPage` returns the HTML of the root element,
 * `renderPlainPage` that of the whole body.
 */
export interface PageRenderer {
  readonly renderPage: (page: PrerenderInput) => string
  readonly renderPlainPage: (page: PlainPageInput) => string
}

/** Id of the element in a prerendered page that contains the data it was rendered from. */
export const intakeElementId = 'intake'
