/** Icons of the university in addition to those of the framework. `src/icons` draws each. */
export const universityIconNames = [
  'students',
  'professors',
  'registrations',
  'departments',
  'specializations',
  'courses',
  'classes',
  'cap',
  'exams',
  'grades',
  'finances',
] as const
