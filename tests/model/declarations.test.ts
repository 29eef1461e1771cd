import { expect, test } from 'vitest'
import { allResources } from '#resources/index.ts'

test.each(allResources.map((resource) => [resource.name, resource] as const))(
  'the declaration of %s is data: it survives JSON unchanged',
  (_, resource) => {
    expect(JSON.parse(JSON.stringify(resource))).toEqual(resource)
  },
)
