import { catalogue } from './catalogue/catalogue.ts'
import type { CatalogueSpecialization } from './catalogue/entry.ts'
import { translationFields } from './catalogue/translations.ts'
import { demoDomain, landlineNumber } from './people.ts'
import {
  createRecordBase,
  type DemoRow,
  type DemoRowWith,
  type DemoTools,
  itemInCycle,
} from './rows.ts'

export type Department = DemoRowWith<'departments', 'name'>
export type Specialization = DemoRowWith<
  'specializations',
  'code' | 'departmentProfileId' | 'language' | 'yearsOfStudy' | 'cycle' | 'tuitionFee'
>
export type Course = DemoRowWith<
  'courses',
  'name' | 'code' | 'specializationId' | 'year' | 'semester' | 'professorId'
>

/** Returns the departments in catalogue order, without heads. */
export const makeDepartments = (tools: DemoTools): Department[] =>
  catalogue.map((entry) => ({
    ...createRecordBase(tools, tools.calendar.founded),
    name: entry.name,
    ...translationFields('name', entry.name),
    description: entry.description,
    email: `${entry.mailbox}@${demoDomain}`,
    phone: landlineNumber(tools.random),
    office: `${entry.building} 101`,
    officeHours: 'Luni–vineri, 08:00–17:00',
    budget: entry.budget,
    isActive: true,
  }))

/** Makes the first full professor of each department its head. */
export const withHeads = (
  departments: readonly Department[],
  professors: readonly DemoRow<'professors'>[],
): Department[] =>
  departments.map((department) => {
    const head = professors.find(
      ({ departmentProfileId, academicTitle }) =>
        departmentProfileId === department.id && academicTitle === 'full',
    )
    return { ...department, headOfDepartmentId: head?.id ?? null }
  })

const entriesOf = (departments: readonly Department[]) =>
  departments.flatMap((department, i) =>
    itemInCycle(catalogue, i).specializations.map((entry) => ({ department, entry })),
  )

/**
 * Returns every specialization in the catalogue. Bachelor's programmes have more places than
 * master's.
 */
export const makeSpecializations = (
  departments: readonly Department[],
  tools: DemoTools,
): Specialization[] =>
  entriesOf(departments).map(({ department, entry }, index) => {
    const yearsOfStudy = entry.semesters.length / 2
    return {
      ...createRecordBase(tools, tools.calendar.founded + 86_400_000),
      name: entry.name,
      ...translationFields('name', entry.name),
      code: entry.code,
      description: entry.description,
      departmentProfileId: department.id,
      cycle: entry.cycle,
      language: entry.language,
      yearsOfStudy,
      creditsPerYear: 60,
      totalCredits: yearsOfStudy * 60,
      placesBudget: entry.groups * 15,
      placesFee: entry.groups * 10,
      tuitionFee:
        (entry.cycle === 'master' ? 4000 : 3200) +
        (entry.language === 'ro' ? 0 : 800) +
        (index % 4) * 300,
      isActive: true,
    }
  })

/** Returns the catalogue entry of a specialization. */
export function getCatalogueEntry(code: string): CatalogueSpecialization {
  const entry = catalogue
    .flatMap(({ specializations }) => specializations)
    .find((one) => one.code === code)
  if (!entry) throw new Error(`the catalogue has no specialization ${code}`)
  return entry
}

/** Credits of the three courses of a semester, 30 in total. */
const creditSplits = [
  [12, 10, 8],
  [11, 10, 9],
  [10, 10, 10],
  [12, 9, 9],
] as const

/**
 * Generates three courses for each semester of every specialization, each led by a professor of the
 * department.
 */
export function makeCourses(
  specializations: readonly Specialization[],
  professors: readonly DemoRow<'professors'>[],
  tools: DemoTools,
): Course[] {
  return specializations.flatMap((specialization, specializationIndex) => {
    const teachers = professors.filter(
      (one) => one.departmentProfileId === specialization.departmentProfileId && one.isActive,
    )
    return getCatalogueEntry(specialization.code).semesters.flatMap((names, i) => {
      const split = tools.random.pick(creditSplits)
      return names.split('; ').map((name, index) =>
        makeCourse(
          {
            specialization,
            name,
            i,
            index: index,
            credits: split[index] ?? 10,
            professor: itemInCycle(teachers, specializationIndex * 5 + i * 3 + index),
          },
          tools,
        ),
      )
    })
  })
}

interface CoursePlan {
  readonly specialization: Specialization
  readonly name: string
  /** Semester of the programme, from 0. */
  readonly i: number
  /** Index among the courses of the semester. */
  readonly index: number
  readonly credits: number
  readonly professor: DemoRow<'professors'>
}

/** Names of courses that end with a project instead of an exam. */
const projectNames =
  /lucr|proiect|project|thesis|paper|disert|mémoire|arbeit|dolgozat|practic|stagiu|clinique/i

function makeCourse(
  { specialization, name, i, index, credits, professor }: CoursePlan,
  tools: DemoTools,
): Course {
  const { random, calendar } = tools
  const [year, semester] = [Math.floor(i / 2) + 1, (i % 2) + 1]
  const isLast = year === specialization.yearsOfStudy
  const isWork = projectNames.test(name)
  const module = itemInCycle(
    modules[specialization.language],
    specialization.cycle === 'master' || isLast ? 2 : year === 1 ? 0 : 1,
  )
  return {
    ...createRecordBase(tools, calendar.founded + 2 * 86_400_000),
    name,
    ...translationFields('name', name),
    code: `${specialization.code}-${year}${semester}${index + 1}`,
    specializationId: specialization.id,
    module,
    ...translationFields('module', module),
    year,
    semester,
    credits,
    type: index === 1 && year > 1 && random.fraction() < 0.4 ? 'optional' : 'compulsory',
    assessment: isWork ? 'project' : random.fraction() < 0.72 ? 'exam' : 'colloquium',
    hours: credits >= 10 ? 56 : 42,
    professorId: professor.id,
    isActive: true,
  }
}

/** Names of the modules: fundamentals, core courses, specialization courses. */
const modules = {
  ro: ['Discipline fundamentale', 'Discipline de domeniu', 'Discipline de specialitate'],
  en: ['Fundamentals', 'Core courses', 'Specialization courses'],
  fr: ['Enseignements fondamentaux', 'Enseignements du domaine', 'Enseignements de spécialité'],
  de: ['Grundlagen', 'Kernfächer', 'Vertiefung'],
  hu: ['Alaptárgyak', 'Szakmai alaptárgyak', 'Szaktárgyak'],
} as const
