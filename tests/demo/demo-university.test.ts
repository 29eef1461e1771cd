import { isDeepStrictEqual } from 'node:util'
import { isFieldType } from '@matricola/schema/field.ts'
import { evaluate } from '@matricola/schema/predicate.ts'
import { fieldEntries, storedEntries, valueEntries } from '@matricola/schema/resource-fields.ts'
import { recordIssues, validateInput, valueSchema } from '@matricola/schema/validation.ts'
import { expect, test } from 'vitest'
import { demoSeed, makeDemoUniversity } from '#demo/make-demo-university.ts'
import {
  findNationalIdError,
  possibleBirthDates,
  sexOf,
} from '#resources/field-types/nationalId/national-id.ts'
import { allResources } from '#resources/index.ts'

const now = new Date('2026-11-21T06:00:00Z')
const { history, early, ...university } = makeDemoUniversity(demoSeed, now)
/** Rows of a resource. Empty if the demo has no records of it. */
const rowsOf = (name: string) =>
  (university[name as keyof typeof university] ?? []) as readonly {
    readonly [field: string]: unknown
  }[]
const caller = { id: '', role: 'admin' }

test('the demo university has the size of a small university', () => {
  const counts = Object.fromEntries(
    Object.entries(university).map(([name, rows]) => [name, rows.length]),
  )
  expect(counts).toEqual({
    users: 1421,
    professors: 120,
    departments: 8,
    specializations: 24,
    courses: 414,
    students: 1500,
    'academic-years': 2,
    'academic-periods': 16,
    'university-classes': 1128,
    'class-hours': expect.any(Number),
    'class-enrolments': expect.any(Number),
    'class-assistants': 225,
    exams: expect.any(Number),
    'exam-resits': expect.any(Number),
    grades: expect.any(Number),
    'grade-appeals': 5,
    'license-exams': expect.any(Number),
    finances: expect.any(Number),
    'receipt-series': 2,
    'bank-payments': 50,
    'data-changes': 3,
    'admission-sessions': 6,
    'application-forms': 1,
    'application-form-versions': 1,
    'admission-rounds': 8,
    'place-kinds': 2,
    'admission-programmes': 21,
    'special-places': 12,
    'admission-fees': 1,
    'admission-drafts': 3,
    registrations: 1578,
    'application-choices': expect.any(Number),
    'message-templates': 4,
    'application-messages': 56,
    messages: expect.any(Number),
    notifications: expect.any(Number),
    'saved-views': 3,
    settings: 1,
  })
  expect(counts['class-enrolments']).toBeGreaterThan(12_000)
  expect(counts.grades).toBeGreaterThan(5000)
  expect(counts.finances).toBeGreaterThan(3000)
  expect(counts.exams).toBeGreaterThan(900)
})

test('the same seed always generates the same university, and a different seed generates a different one', () => {
  expect(makeDemoUniversity(demoSeed, now)).toEqual({ ...university, history, early })
  expect(makeDemoUniversity(demoSeed + 1, now).students[0]).not.toEqual(university.students[0])
})

test.each(allResources.map((resource) => [resource.name, resource] as const))(
  'every record of %s satisfies its declaration',
  (name, resource) => {
    const refusals: unknown[] = []
    for (const [field, spec] of storedEntries(resource)) {
      const schema = valueSchema(spec)
      for (const row of rowsOf(name)) {
        const value = row[field] ?? ('default' in spec.options ? spec.options.default : null)
        const checked = validateInput(schema, value)
        if (!checked.ok || !isDeepStrictEqual(checked.value, value))
          refusals.push([field, value, checked])
      }
    }
    const names = valueEntries(resource).map(([field]) => field)
    for (const row of rowsOf(name)) {
      const values = Object.fromEntries(names.map((field) => [field, row[field] ?? null]))
      const issues = recordIssues(resource, values, caller)
      if (Object.keys(issues).length > 0) refusals.push([row, issues])
    }
    expect(refusals).toEqual([])
  },
)

test.each(allResources.map((resource) => [resource.name, resource] as const))(
  'unique fields of %s have unique values',
  (name, resource) => {
    const single = storedEntries(resource).filter(([, spec]) => spec.options.unique)
    const groups = [['id'], ...single.map(([field]) => [field]), ...(resource.unique ?? [])]
    for (const group of groups) {
      const values = rowsOf(name)
        .map((row) => group.map((field) => row[field] ?? null))
        .filter((parts) => parts.every((part) => part !== null))
      expect(new Set(values.map((parts) => parts.join('|').toLowerCase())).size, group.join()).toBe(
        values.length,
      )
    }
  },
)

test.each(allResources.map((resource) => [resource.name, resource] as const))(
  'every reference in %s points to a record that may be chosen',
  (name, resource) => {
    for (const [field, spec] of fieldEntries(resource)) {
      if (!isFieldType(spec, 'reference')) continue
      const targets = new Map(rowsOf(spec.to).map((row) => [row.id, row]))
      const allowed = Object.fromEntries(
        Object.entries(spec.options.optionsWhere ?? {}).map(([key, value]) => [
          key,
          { eq: value as string | boolean },
        ]),
      )
      const mismatches = rowsOf(name).filter((row) => {
        const target = targets.get(row[field])
        return (row[field] ?? null) !== null && !(target && evaluate(allowed, target, caller))
      })
      expect(mismatches, `${name}.${field}`).toEqual([])
    }
  },
)

test('applications are open for this year’s admission, which opened a year after last year’s', () => {
  const [last, current] = university['admission-sessions']
  expect(university.settings[0]).toMatchObject({
    admissionSessionId: current?.id,
    registrationOpen: true,
    stopApplicationRequests: false,
  })
  expect(Date.parse(current?.opensAt ?? '')).toBeLessThan(now.getTime())
  expect(Date.parse(current?.closesAt ?? '')).toBeGreaterThan(now.getTime())
  expect(Date.parse(current?.opensAt ?? '') - Date.parse(last?.opensAt ?? '')).toBe(
    364 * 86_400_000,
  )
})

test('every CNP is valid, agrees with the birth date and sex, and has a sequence number from 990 to 999', () => {
  const applicants = university.registrations.filter(({ identityType }) => identityType === 'cnp')
  for (const { cnp, birthDate, sex } of [...university.students, ...applicants]) {
    expect(findNationalIdError(cnp ?? '')).toBeNull()
    expect(cnp?.slice(9, 12)).toMatch(/^99\d$/)
    expect(possibleBirthDates(cnp ?? '')).toEqual([birthDate])
    expect(sexOf(cnp ?? '')).toBe(sex)
  }
})

test('the courses of every semester add up to 30 credits, and every specialization has courses up to its last year', () => {
  for (const specialization of university.specializations) {
    const programmeCourses = university.courses.filter(
      ({ specializationId }) => specializationId === specialization.id,
    )
    for (let year = 1; year <= (specialization.yearsOfStudy ?? 0); year++) {
      const credits = [1, 2].map((semester) =>
        programmeCourses
          .filter((course) => course.year === year && course.semester === semester)
          .reduce((sum, course) => sum + (course.credits ?? 0), 0),
      )
      expect(credits).toEqual([30, 30])
    }
    expect(Math.max(...programmeCourses.map(({ year }) => year ?? 0))).toBe(
      specialization.yearsOfStudy,
    )
  }
})

test('a specialization teaches every course once', () => {
  const names = university.courses.map(
    ({ specializationId, name }) => `${specializationId} ${name}`,
  )
  expect(new Set(names).size).toBe(names.length)
})

test.each(['room', 'groupName', 'leadProfessorId'] as const)(
  'no two classes in a semester have the same %s at the same time',
  (place) => {
    const classes = new Map(university['university-classes'].map((one) => [one.id, one]))
    const slots = university['class-hours'].map((hour) => {
      const one = classes.get(hour.classId ?? '')
      const owner = place === 'room' ? hour.room : one?.[place]
      return [one?.academicYearId, one?.semester, hour.weekday, hour.startsAt, owner].join()
    })
    expect(new Set(slots).size).toBe(slots.length)
  },
)

test('every class meets, and some have a seminar every week or every other week in addition to the lecture', () => {
  const hours = university['class-hours']
  expect(new Set(hours.map(({ classId }) => classId)).size).toBe(
    university['university-classes'].length,
  )
  expect(new Set(hours.map(({ kind, weeks }) => `${kind} ${weeks ?? 'every'}`))).toEqual(
    new Set(['lecture every', 'seminar odd', 'seminar even', 'laboratory every']),
  )
})

test('no group exceeds the maximum size of a class', () => {
  const sizes = new Map<unknown, number>()
  for (const { groupName } of university.students)
    sizes.set(groupName, (sizes.get(groupName) ?? 0) + 1)
  expect(Math.max(...sizes.values())).toBeLessThanOrEqual(30)
})

test('the demo professor leads a class, and the group of the demo student has classes in both semesters', () => {
  const [professor, student] = ['professor', 'student'].map((name) =>
    university.users.find(({ username }) => username === name),
  )
  const lead = university.professors.find(({ userId }) => userId === professor?.id)
  expect(
    university['university-classes'].some(({ leadProfessorId }) => leadProfessorId === lead?.id),
  ).toBe(true)
  const demoStudent = university.students.find(({ userId }) => userId === student?.id)
  const classes = university['university-classes'].filter(
    ({ groupName }) => groupName === demoStudent?.groupName,
  )
  expect(new Set(classes.map(({ semester }) => semester))).toEqual(new Set([1, 2]))
  const programmes = new Set(
    classes.map(
      ({ courseId }) => university.courses.find(({ id }) => id === courseId)?.specializationId,
    ),
  )
  expect([...programmes]).toEqual([demoStudent?.specializationId])
})

test('a class includes its group only once, and no student attends two classes of a course in a year', () => {
  const classes = new Map(university['university-classes'].map((one) => [one.id, one]))
  const attended = university['class-enrolments'].map(({ classId, studentId }) => {
    const one = classes.get(classId ?? '')
    return [studentId, one?.courseId, one?.academicYearId].join()
  })
  expect(new Set(attended).size).toBe(attended.length)
})

test.each(['2027-01-25', '2027-03-10', '2027-06-10', '2027-10-02'])(
  'on %s, no future exam has grades',
  (day) => {
    const later = makeDemoUniversity(demoSeed, new Date(`${day}T06:00:00Z`))
    const starts = new Map(later.exams.map(({ id, startsAt }) => [id, startsAt ?? '']))
    expect(
      later.grades.filter(({ examId }) => (starts.get(examId ?? '') ?? '') > `${day}T06:00`),
    ).toEqual([])
    expect(later.exams.some(({ state }) => state === 'held')).toBe(true)
  },
)

test('names from all three communities use the characters of their languages', () => {
  const names = university.students
    .map(({ lastName, firstName }) => `${lastName} ${firstName}`)
    .join(' ')
  expect(names).toMatch(/[Șș]/)
  expect(names).toMatch(/[Țț]/)
  expect(names).toMatch(/[őű]/)
  expect(names).toMatch(/[üöß]/)
  expect(names).not.toMatch(/[şţŞŢ]/)
})

test('email addresses end in a domain that cannot be registered', () => {
  for (const { email, personalEmail } of university.students)
    expect(`${email} ${personalEmail ?? email}`).toMatch(/\.example \S+\.example$/)
})
