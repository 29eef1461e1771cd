import { type ColumnsOf, expr, table } from '@matricola/server/sql/typed.ts'
import { academicYears } from '#resources/academic-years.ts'
import { settings } from '#resources/settings.ts'
import type { students } from '#resources/students.ts'

const settingsRow = table(settings)
const academicYear = table(academicYears)

/** SQL for the current academic year: the one in the settings, else the one that contains the day. */
export const currentAcademicYear = (day: string) =>
  expr<string>`coalesce((SELECT ${settingsRow.academicYearId} FROM ${settingsRow} LIMIT 1), (SELECT ${academicYear.id} FROM ${academicYear}
  WHERE ${day}::date BETWEEN ${academicYear.startsOn} AND ${academicYear.endsOn} LIMIT 1))`

/** SQL for the academic year of a student: the current one, or the year of entry if that is later. */
export const academicYearOfStudent = (student: ColumnsOf<typeof students, 'academicYearOfEntry'>, day: string) =>
  expr<string>`(SELECT ${academicYear.id} FROM ${academicYear} WHERE ${academicYear.id} = ${currentAcademicYear(day)} OR ${academicYear.name} = ${student.academicYearOfEntry}
    ORDER BY ${academicYear.startsOn} DESC LIMIT 1)`
