/** Words of the declarations whose meaning is SQL; `server/university/scopes.ts` and `computed.ts` say it. */

/** Rows that one record's fields cannot tell. */
export type UniversityScope =
  | 'ownClasses'
  | 'ofOwnClasses'
  | 'hoursOfOwnClasses'
  | 'ofOwnCourses'
  | 'ownExams'
  | 'appealsOfOwnGrades'
  | 'studentsOfOwnClasses'
  | 'viewsAtHand'

/** Values that are derived and never stored. */
export type UniversityComputation =
  | 'awaitsMarks'
  | 'studentFacultyRatio'
  | 'classMembers'
  | 'classHours'
  | 'classRooms'
  | 'hourTime'
  | 'studentBalance'
  | 'isReversed'
  | 'documentMissing'
  | 'applicationFeeDue'
  | 'needsSecond'

declare module '#model/vocabulary.ts' {
  interface ScopeNames extends Record<UniversityScope, true> {}
  interface ComputationNames extends Record<UniversityComputation, true> {}
}
