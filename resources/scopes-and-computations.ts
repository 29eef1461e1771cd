/** Names of scopes and computed values whose SQL is in `server/scopes.ts` and `computed.ts`. */

/** Scopes that need more than the fields of one record. */
export type UniversityScope =
  | 'ownClasses'
  | 'recordsOfOwnClasses'
  | 'activeHoursOfOwnClasses'
  | 'resitsOfOwnCourses'
  | 'ownExams'
  | 'appealsOfOwnGrades'
  | 'studentsOfOwnClasses'

/** Values that are computed in SQL. */
export type UniversityComputation =
  | 'awaitsGrades'
  | 'studentFacultyRatio'
  | 'classMembers'
  | 'classHours'
  | 'classRooms'
  | 'classHourTime'
  | 'studentBalance'
  | 'isReversed'
  | 'documentMissing'
  | 'applicationFeeDue'
  | 'unansweredSince'
  | 'needsSecond'
  | 'seriesIsClosed'
  | 'receiptInOpenSession'
  | 'sessionReceipts'
  | 'sessionCash'
  | 'sessionDifference'
  | 'cashNeedsSecond'

declare module '@matricola/schema/vocabulary.ts' {
  interface ScopeNames extends Record<UniversityScope, true> {}
  interface ComputationNames extends Record<UniversityComputation, true> {}
}
