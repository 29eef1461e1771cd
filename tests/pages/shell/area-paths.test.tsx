import { areaRoutes } from '@matricola/console/app/router.tsx'
import { areaPaths, isPagePath } from '@matricola/schema/areas.ts'
import { expect, test } from 'vitest'
import { registry } from '#resources/index.ts'
import { roles } from '#resources/roles.ts'
import { universityConsole } from '#src/console.ts'

test.each(roles)(
  'in the area of a %s, the server knows exactly the paths that have a page',
  (role) => {
    const routed = areaRoutes(universityConsole, role).flatMap(({ path }) =>
      path === undefined || path === '*' ? [] : [path],
    )
    expect(routed.toSorted()).toEqual(areaPaths(registry, role).toSorted())
    expect(
      routed.filter(
        (path) =>
          !isPagePath(registry, path.replaceAll(':id', '0199a000-0000-7000-8000-000000000001')),
      ),
    ).toEqual([])
  },
)
