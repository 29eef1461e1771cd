/** What the demo university teaches. Every specialization lists its semesters in order, three courses in each, parted by `; `. */
import { computing } from './computing.ts'
import { economics } from './economics.ts'
import { engineering } from './engineering.ts'
import { environment } from './environment.ts'
import { law } from './law.ts'
import { letters } from './letters.ts'
import { mathematics } from './mathematics.ts'
import { psychology } from './psychology.ts'

export interface CatalogueSpecialization {
  readonly code: string
  readonly name: string
  readonly cycle: 'bachelor' | 'master'
  readonly language: 'ro' | 'en' | 'fr' | 'de' | 'hu'
  readonly description: string
  /** How many groups of students each year has. */
  readonly groups: number
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
  /** What its professors work on. */
  readonly fields: readonly string[]
  readonly specializations: readonly CatalogueSpecialization[]
}

export const catalogue: readonly CatalogueDepartment[] = [
  computing,
  mathematics,
  engineering,
  economics,
  law,
  letters,
  psychology,
  environment,
]
