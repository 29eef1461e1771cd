/** Entries of the catalogue: departments with their specializations. */
export interface CatalogueSpecialization {
  readonly code: string
  readonly name: string
  readonly cycle: 'bachelor' | 'master'
  readonly language: 'ro' | 'en' | 'fr' | 'de' | 'hu'
  readonly description: string
  /** Number of student groups per year. */
  readonly groups: number
  /** Semesters in order, each with three courses separated by `; `. */
  readonly semesters: readonly string[]
}

export interface CatalogueDepartment {
  readonly name: string
  readonly description: string
  /** Letter of the building with the offices and rooms. */
  readonly building: string
  /** Local part of the email address. */
  readonly mailbox: string
  /** In RON per year. */
  readonly budget: number
  /** Research fields of its professors. */
  readonly fields: readonly string[]
  readonly specializations: readonly CatalogueSpecialization[]
}
