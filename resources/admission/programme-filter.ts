/** The filter of the programmes on the admission page, which its address contains. */
import { fold } from '@matricola/schema/values/folding.ts'
import {
  type AdmissionOverview,
  programmePlaces,
  type WireProgramme,
} from './admission-overview.ts'
import { type ProgrammeState, programmeState } from './programme-state.ts'
import type { WireIntake } from './wire-intake.ts'

export const programmesPerPage = 24
const maxWordsLength = 100

export interface ProgrammeFilter {
  readonly words: string
  /** Empty: all degrees, departments or languages. */
  readonly degree: string
  readonly department: string
  readonly language: string
  readonly isOpen: boolean
  readonly isStateFunded: boolean
  /** From 1. */
  readonly page: number
}

/** Names of the parameters in the address. */
export const filterParams = {
  words: 'q',
  degree: 'degree',
  department: 'department',
  language: 'language',
  isOpen: 'open',
  isStateFunded: 'funded',
  page: 'page',
} as const satisfies { readonly [part in keyof ProgrammeFilter]: string }

export const noProgrammeFilter: ProgrammeFilter = {
  words: '',
  degree: '',
  department: '',
  language: '',
  isOpen: false,
  isStateFunded: false,
  page: 1,
}

/** Reads the filter from an address. Unknown values match no programme. */
export function parseProgrammeFilter(search: {
  get(name: string): string | null
}): ProgrammeFilter {
  const text = (part: keyof typeof filterParams) =>
    (search.get(filterParams[part]) ?? '').trim().slice(0, maxWordsLength)
  return {
    words: text('words'),
    degree: text('degree'),
    department: text('department'),
    language: text('language'),
    isOpen: text('isOpen') !== '',
    isStateFunded: text('isStateFunded') !== '',
    page: Math.max(1, Math.min(9999, Number.parseInt(text('page'), 10) || 1)),
  }
}

/** Whether the filter leaves programmes out. */
export const isFiltered = (filter: ProgrammeFilter) =>
  Object.keys(filterSearch({ ...filter, page: 1 })).length > 0

/** The parameters of a filter, without those that have no effect. */
export const filterSearch = (filter: ProgrammeFilter): { readonly [name: string]: string } =>
  Object.fromEntries(
    Object.entries(filterParams).flatMap(([part, name]) => {
      const value = filter[part as keyof ProgrammeFilter]
      if (value === '' || value === false || value === 1) return []
      return [[name, value === true ? '1' : String(value)]]
    }),
  )

export interface ListedProgramme {
  readonly programme: WireProgramme
  readonly state: ProgrammeState
}

/** Returns the programmes that match, with their state. Closed programmes come last. */
export function filterProgrammes(
  intake: WireIntake,
  overview: AdmissionOverview,
  filter: ProgrammeFilter,
): ListedProgramme[] {
  const words = fold(filter.words).split(/\s+/).filter(Boolean)
  const departmentNames = new Map(overview.departments.map(({ id, name }) => [id, name]))
  const listed = overview.programmes.flatMap((programme): ListedProgramme[] => {
    const { name, code, description, departmentProfileId, cycle, language } = programme
    const state = programmeState(intake, overview, programme)
    const text = fold([name, code, description, departmentNames.get(departmentProfileId)].join(' '))
    const isMatch =
      words.every((word) => text.includes(word)) &&
      (filter.degree === '' || filter.degree === cycle) &&
      (filter.department === '' || filter.department === departmentProfileId) &&
      (filter.language === '' || filter.language === language) &&
      (!filter.isOpen || state.name === 'open') &&
      (!filter.isStateFunded || (programmePlaces(programme)?.budget ?? 0) > 0)
    return isMatch ? [{ programme, state }] : []
  })
  const isClosed = ({ state }: ListedProgramme) => Number(state.name === 'closed')
  return listed.sort((one, other) => isClosed(one) - isClosed(other))
}
