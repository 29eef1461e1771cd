import { defaultColumns } from '@matricola/console/pages/list/columns.ts'
import { resourceForRole } from '@matricola/schema/access.ts'
import { expect, test } from 'vitest'
import { getResource } from '#resources/index.ts'

test.each(['exam-resits', 'finances', 'certificates', 'data-changes', 'grade-appeals'])(
  'a student’s list of %s has no column that always refers to the student',
  (name) => {
    const resource = getResource(name)
    expect(defaultColumns(resource, 'secretary')).toContain('studentId')
    expect(defaultColumns(resourceForRole(resource, 'student'), 'student')).not.toContain(
      'studentId',
    )
  },
)
