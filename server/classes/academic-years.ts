import { type ColumnsOf, expr, table } from '@matricola/server/sql/typed.ts'
import { academicYears } from '#resources/academic-years.ts'
import { settings } from '#resources/settings.ts'
import type { students } from '#resources/students.ts'

const t = table(settings, 't')
const y = table(academicYears, 'y')

/** SQL for the current academic year: the one in the settings, else the one that contains the day. */
export const currentAcademicYear = (day: string) =>
  expr<string>`coalesce((SELECT ${t.academicYearId} FROM ${t} LIMIT 1), (SELECT ${y.id} FROM ${y}
  WHERE ${day}::date BETWEEN ${y.startsOn} AND ${y.endsOn} LIMIT 1))`

/** SQL for the academic year of a student: the current one, or the year of entry if that is later. */
export const academicYearOfStudent = (student: ColumnsOf<typeof students, 'academicYearOfEntry'>, day: string) =>
  expr<string>`(SELECT ${y.id} FROM ${y} WHERE ${y.id} = ${currentAcademicYear(day)} OR ${y.name} = ${student.academicYearOfEntry}
    ORDER BY ${y.startsOn} DESC LIMIT 1)`
