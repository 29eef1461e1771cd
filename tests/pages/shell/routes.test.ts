import { areaRoutes } from '@matricola/console/app/router.tsx'
import type { Role } from '@matricola/schema/vocabulary.ts'
import { describe, expect, test } from 'vitest'
import { universityConsole } from '#src/console.ts'

/** Route paths of a role's pages. */
const pathsOf = (role: Role) => areaRoutes(universityConsole, role).map(({ path }) => path)

describe('the routes', () => {
  test('of an admin are those in the specification (R-N01, R-N02)', () => {
    const both = ['students', 'professors', 'registrations', 'classes', 'users'].flatMap((page) => [
      `/admin/${page}`,
      `/admin/${page}/:id`,
    ])
    const lists = ['departments', 'specializations', 'courses', 'settings', 'account'].map(
      (page) => `/admin/${page}`,
    )
    expect(pathsOf('admin')).toEqual(expect.arrayContaining(['/admin', ...both, ...lists, '/test']))
  })

  test('of a secretary are those in the specification (R-N03)', () => {
    const both = ['registrations', 'departments', 'specializations', 'courses'].flatMap((page) => [
      `/secretary/${page}`,
      `/secretary/${page}/:id`,
    ])
    expect(pathsOf('secretary')).toEqual(
      expect.arrayContaining([
        '/secretary',
        ...both,
        '/secretary/professors',
        '/secretary/students',
        '/secretary/account',
      ]),
    )
  })

  test('of a student are those in the specification, and include none of other roles (R-N04)', () => {
    expect(pathsOf('student')).toEqual(
      expect.arrayContaining([
        '/student',
        '/student/account',
        '/student/classes',
        '/student/classes/:id',
      ]),
    )
    const formPaths = pathsOf('student').filter((path) =>
      /\/(?:create|edit|import)$/.test(path ?? ''),
    )
    expect(formPaths.sort()).toEqual(
      [
        'exam-resits/create',
        'grade-appeals/create',
        'certificates/create',
        'messages/create',
        'data-changes/create',
        'license-exams/:id/edit',
      ]
        .map((path) => `/student/${path}`)
        .sort(),
    )
  })

  test('offer no page without a grant for the role', () => {
    expect(pathsOf('secretary')).not.toContain('/secretary/students/create')
    expect(pathsOf('secretary')).toContain('/secretary/students/:id/edit')
    expect(pathsOf('secretary')).not.toContain('/secretary/professors/:id/edit')
    expect(pathsOf('secretary')).not.toContain('/secretary/settings')
    expect(pathsOf('secretary')).not.toContain('/secretary/admission-sessions/create')
    expect(pathsOf('professor')).not.toContain('/test')
  })
})
