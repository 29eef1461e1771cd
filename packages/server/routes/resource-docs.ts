/**
 * OpenAPI descriptions of the calls of a resource. Schemas are those of the administrator, who can
 * read and write the most.
 */

import { filterableFields } from '@matricola/schema/access.ts'
import { actionsOf } from '@matricola/schema/actions.ts'
import { familyOf } from '@matricola/schema/field.ts'
import { registryOf, related } from '@matricola/schema/registry.ts'
import type { AnyResource } from '@matricola/schema/resource.ts'
import { childRowEntries, fieldOf } from '@matricola/schema/resource-fields.ts'
import { createSchema, updateSchema } from '@matricola/schema/validation.ts'
import { relativeDaysDoc } from '@matricola/schema/values/relative-days.ts'
import { anyValue, negatableFamilies, noValue } from '@matricola/schema/wire/filter-value.ts'
import { deferredTotalHeaders } from '@matricola/schema/wire/list-query.ts'
import { pageSchema, recordSchema } from '@matricola/schema/wire/shapes.ts'
import { changeSchema } from '@matricola/schema/wire/wire.ts'
import * as z from 'zod/mini'
import { referenceSchema } from '../http/openapi-schemas.ts'
import type { RouteDoc } from '../http/route-access.ts'
import type { ResourceCode } from '../records/hooks.ts'
import { restoreSchema } from '../records/writing/restore.ts'

const tagOf = (resource: AnyResource) => resource.name
const asOfParam = {
  asOf: 'A date or an instant: returns the data as of then. Requires permission to read the history.',
}
const pageParams = { pageNumber: '1 to 10000. 1 by default.', pageSize: '1 to 100. 5 by default.' }

/** Forms that every filter accepts in addition to values. */
const filterDoc = `${noValue}: records without a value; ${anyValue}: records with one.`

function filterDocOf(resource: AnyResource, name: string): string {
  const family = familyOf(fieldOf(resource, name))
  if (family === 'date' || family === 'instant')
    return `A day, or from..to; a day is YYYY-MM-DD or one of ${relativeDaysDoc}. ${filterDoc}`
  if (negatableFamilies.includes(family))
    return `Values separated by commas; ! in front: none of them. ${filterDoc}`
  return ''
}

export const listDoc = (resource: AnyResource): RouteDoc => ({
  summary: `Lists ${resource.name}, one page at a time`,
  tag: tagOf(resource),
  query: {
    ...pageParams,
    sort: 'Fields to sort by, separated by commas. A leading minus sorts in descending order.',
    search: `Words to find in ${(resource.list.search ?? []).join(', ') || 'nothing'}.`,
    view: 'Name of a declared view.',
    only: 'Ids, separated by commas: only these records.',
    ...asOfParam,
    'filters[<field>]': `Any other field of the records that the caller reads: ${filterableFields(resource, registryOf(resource).adminRole).join(', ')}. ${filterDoc}`,
    ...Object.fromEntries(
      (resource.list.filters ?? []).map((name) => [
        `filters[${name}]`,
        filterDocOf(resource, name),
      ]),
    ),
  },
  headers: {
    Prefer: `${deferredTotalHeaders.value}: rows do not wait for a total that takes long to count. Where that is so, the answer has the header Preference-Applied: ${deferredTotalHeaders.value} and its totalCount is only what is known so far; the same call without this header answers the exact one, as any other.`,
  },
  answer: pageSchema(recordSchema(resource.name)),
})

export const namesDoc = (resource: AnyResource): RouteDoc => ({
  summary: `Lists the titles of ${resource.name} that the caller may refer to, even if the caller may not read them`,
  tag: tagOf(resource),
  query: {
    ...pageParams,
    search: `Words to find in ${resource.title.join(', ')}.`,
    only: 'Ids, separated by commas: only these records.',
    'filters[<field>]': 'The conditions that a reference to the record must satisfy.',
  },
  answer: pageSchema(referenceSchema(resource)),
})

export const singleDoc = (resource: AnyResource, record: z.ZodMiniType): RouteDoc => ({
  summary: `Returns a record of ${resource.name}`,
  tag: tagOf(resource),
  query: asOfParam,
  answer: record,
})

/**
 * Child rows that a call may include: new ones with the fields of a new record, existing ones with
 * their id and the changed fields.
 */
const childRowsShape = (resource: AnyResource) =>
  Object.fromEntries(
    childRowEntries(resource).map(({ name, of, by, order, max }) => {
      const rows = related(resource, of)
      const { id, ...change } = updateSchema(rows, registryOf(resource).adminRole).shape
      const fields = { ...createSchema(rows, registryOf(resource).adminRole).shape, ...change }
      const inputFields = Object.entries(fields).filter(
        ([field]) => field !== by && field !== order,
      )
      // The shapes of zod objects contain schemas.
      const row = z.partial(
        z.strictObject(
          Object.fromEntries([['id', id], ...inputFields]) as { [field: string]: z.ZodMiniType },
        ),
      )
      return [name, z.optional(z.array(row).check(z.maxLength(max)))]
    }),
  )

export const createDoc = (resource: AnyResource, code: ResourceCode | undefined): RouteDoc => ({
  summary: `Creates a record of ${resource.name}`,
  tag: tagOf(resource),
  body: z.extend(createSchema(resource, registryOf(resource).adminRole), {
    ...code?.inputs?.create,
    ...childRowsShape(resource),
  }),
  answer: recordSchema(resource.name),
})

export const updateDoc = (
  resource: AnyResource,
  record: z.ZodMiniType,
  code: ResourceCode | undefined,
): RouteDoc => ({
  summary: `Updates fields of a record of ${resource.name}. Rejects an outdated version with 409`,
  tag: tagOf(resource),
  body: z.extend(updateSchema(resource, registryOf(resource).adminRole), {
    ...code?.inputs?.update,
    ...childRowsShape(resource),
  }),
  answer: record,
})

export const actionDoc = (resource: AnyResource, record: z.ZodMiniType): RouteDoc => ({
  summary: `Runs an action on a record: ${Object.entries(actionsOf(resource))
    .map(([name, { requiresReauthentication }]) =>
      requiresReauthentication ? `${name} (requires reauthentication)` : name,
    )
    .join(', ')}`,
  tag: tagOf(resource),
  answer: record,
})

export const restoreDoc = (resource: AnyResource, record: z.ZodMiniType): RouteDoc => ({
  summary: `Restores fields of a record of ${resource.name} to an earlier version. Rejects an outdated version with 409`,
  tag: tagOf(resource),
  body: restoreSchema,
  answer: record,
})

export const historyDoc = (resource: AnyResource): RouteDoc => ({
  summary: `Lists the changes of a record of ${resource.name}, newest first`,
  tag: tagOf(resource),
  query: pageParams,
  answer: pageSchema(changeSchema),
})
