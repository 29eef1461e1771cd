/** Entry of the catalogue: a department and its specializations. */
export interface CatalogueSpecialization {
  readonly code: string
  readonly name: string
  readonly cycle: 'bachelor' | 'master'
  readonly language: 'ro' | 'en' | 'fr' | 'de' | 'hu'
  readonly description: string
  /** Number of groups of students in each year. */
  readonly groups: number
  /** In order, three courses in each, parted by `; `. */
  readonly semesters: readonly string[]
}

export interface CatalogueDepartment {
  readonly name: string
  readonly description: string
  /** Building letter of offices and rooms. */
  readonly building: string
  /** Local part of the department's address. */
  readonly mailbox: string
  /** In RON, for one year. */
  readonly budget: number
  /** Fields that its professors work on. */
  readonly fields: readonly string[]
  readonly specializations: readonly CatalogueSpecialization[]
}
