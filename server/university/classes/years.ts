/** The academic year that the settings name, else the one that a day lies in, as SQL; `day` is the SQL of the day. */
export const currentYearSql = (day: string) =>
  `coalesce((SELECT academic_year_id FROM settings LIMIT 1), (SELECT y.id FROM academic_years y WHERE ${day} BETWEEN y.starts_on AND y.ends_on LIMIT 1))`

/** The year that a student is in: the current one, or the year of entry where that is still to come. */
export const yearOfStudentSql = (student: string, day: string) =>
  `(SELECT y.id FROM academic_years y WHERE y.id = ${currentYearSql(day)} OR y.name = ${student}.academic_year_of_entry
    ORDER BY y.starts_on DESC LIMIT 1)`
