/** The front door of the admission: what anyone may read of what is taught and of when to apply. */
import { daysBetween } from '../values/dates.ts'
import { takingFor } from './beside.ts'

export interface WireDepartment {
  readonly id: string
  readonly name: string
  readonly description: string | null
  /** True where they are in the reader's language, and not as the university says them. */
  readonly isNameTranslated: boolean
  readonly isDescriptionTranslated: boolean
  readonly email: string | null
  readonly phone: string | null
  readonly office: string | null
  readonly officeHours: string | null
}

export interface WireProgramme {
  /** Stands in the address of its page. */
  readonly code: string
  readonly name: string
  readonly description: string | null
  readonly isNameTranslated: boolean
  readonly isDescriptionTranslated: boolean
  readonly departmentProfileId: string
  readonly cycle: string
  readonly language: string
  readonly yearsOfStudy: number
  readonly totalCredits: number
  /** Where neither kind of place has a number, there is no limit; where one has, the other kind has none. */
  readonly placesBudget: number | null
  readonly placesFee: number | null
  /** In RON, for a year. */
  readonly tuitionFee: number | null
}

export interface WireAdmission {
  readonly name: string
  readonly academicYear: string
  readonly opensAt: string | null
  readonly closesAt: string | null
  readonly appealUntil: string | null
  /** The one whose programmes it offers; null: every one that no other admission offers. */
  readonly degree: string | null
}

/** Results of a programme by reference code, as they were told. Averages in hundredths. */
export interface PublicResults {
  readonly round: string
  readonly notifiedAt: string
  readonly code: string
  readonly programme: string
  /** Set where the name is in the reader's language. */
  readonly isTranslated: boolean
  readonly kinds: readonly {
    /** `budget`, `fee`, or a special kind, which has a name. */
    readonly kind: string
    readonly kindName: string | null
    readonly places: number
    readonly lastAverage: number | null
    readonly admitted: readonly { readonly reference: string; readonly average: number }[]
    readonly waiting: readonly { readonly reference: string; readonly average: number; readonly waiting: number }[]
  }[]
}

export interface FrontDoor {
  /** Those that teach something. */
  readonly departments: readonly WireDepartment[]
  readonly programmes: readonly WireProgramme[]
  /** The one that applications go to. */
  readonly current: WireAdmission | null
  /** Those of one degree each that go on beside it. */
  readonly beside: readonly WireAdmission[]
  /** The first that has not begun. */
  readonly next: WireAdmission | null
  /** Codes of the programmes whose results anybody may read. */
  readonly results: readonly string[]
}

/** The admission that takes the applications for programmes of a degree. */
export const admissionOf = ({ current, beside }: FrontDoor, cycle: string) => takingFor(current, beside, cycle)

/** Number of places of each kind; null where nothing limits them. */
export const placesOf = ({ placesBudget, placesFee }: WireProgramme) =>
  placesBudget === null && placesFee === null ? null : { budget: placesBudget ?? 0, fee: placesFee ?? 0 }

/** Days until the last one on which something is possible that ends at an instant, by the university's calendar; 0 on that day. */
export const daysLeft = (end: string, now: Date) => Math.max(0, daysBetween(now.toISOString(), new Date(Date.parse(end) - 1).toISOString()))
