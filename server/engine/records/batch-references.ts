import { type AnyResource, fieldOf, isKind, storedEntries } from '#model/resource.ts'
import type { FieldIssues, Issue } from '#model/wire.ts'
import { resourceNamed } from '#resources/index.ts'
import { tableNameOf } from '#server/engine/database/names.ts'
import { alsoPermitted, type Permit, permittedRows } from '#server/engine/policy/permit.ts'
import { valueSql } from '../sql/families.ts'
import { Parameters } from '../sql/parameters.ts'
import type { Values } from '../sql/storage.ts'
import { isAffected } from './references.ts'
import type { Source } from './source.ts'

interface Referring {
  readonly changed: Values
  readonly record: Values
}

/**
 * Checks of referred records, as the statement of a single write makes them (`references.ts`), for many writes in one
 * query for each reference: answers the issues of each write, in their order.
 */
export async function referenceIssues(source: Source, permit: Permit, writes: readonly Referring[]): Promise<FieldIssues[]> {
  const issues = writes.map((): { [field: string]: readonly Issue[] } => ({}))
  for (const name of referenceFields(permit.resource)) {
    const affected = writes.flatMap(({ changed, record }, at) =>
      typeof record[name] === 'string' && isAffected(permit.resource, name, changed) ? [at] : [],
    )
    if (affected.length === 0) continue
    const found = await issuesOf(source, permit, { name, records: affected.map((at) => writes[at]?.record ?? {}) })
    for (const [i, at] of affected.entries()) {
      const [one, into] = [found[i], issues[at]]
      if (one && into) into[name] = [one]
    }
  }
  return issues
}

const referenceFields = (resource: AnyResource) =>
  storedEntries(resource)
    .filter(([, spec]) => isKind(spec, 'reference'))
    .map(([name]) => name)

/** For each record, what is wrong with the reference called `name`; equal ones are looked up once. */
async function issuesOf(
  source: Source,
  permit: Permit,
  { name, records }: { readonly name: string; readonly records: readonly Values[] },
): Promise<(Issue | null)[]> {
  const spec = fieldOf(permit.resource, name)
  if (!isKind(spec, 'reference')) throw new Error(`${name} is no reference`)
  const wants = Object.entries(spec.options.optionsWhere ?? {})
  const read = wants.flatMap(([, want]) => (typeof want === 'object' ? [want.value] : []))
  const keys = records.map((record) => JSON.stringify([name, ...read].map((field) => record[field] ?? null)))
  const distinct = [...new Set(keys)].map((key) => JSON.parse(key) as unknown[])
  const target = resourceNamed(spec.to)
  const held = alsoPermitted(permit, target, 'name')
  const parameters = new Parameters()
  const given = [
    parameters.add(
      distinct.map(([id]) => id),
      'uuid[]',
    ),
    ...read.map((_, i) =>
      parameters.add(
        distinct.map((values) => (values[i + 1] === null ? null : String(values[i + 1]))),
        'text[]',
      ),
    ),
  ]
  const conditions = wants.map(([field, want]) => {
    const wanted = typeof want === 'object' ? `c.w${read.indexOf(want.value)}` : parameters.add(String(want), 'text')
    return `${valueSql(target, field, 'x')}::text = ${wanted}`
  })
  const rows = await source.database.query<{ known: boolean; allowed: boolean | null }>(
    `SELECT x.id IS NOT NULL AND ${held ? permittedRows(held, 'x', parameters) : 'FALSE'} AS known,
       ${conditions.length === 0 ? 'TRUE' : conditions.join(' AND ')} AS allowed
     FROM unnest(${given.join(', ')}) WITH ORDINALITY AS c(id, ${read.map((_, i) => `w${i}, `).join('')}place)
     LEFT JOIN ${tableNameOf(target)} x ON x.id = c.id ORDER BY c.place`,
    parameters.values,
  )
  const issueOf = new Map(
    rows.map(({ known, allowed }, i): [string, Issue | null] => [
      JSON.stringify(distinct[i]),
      known !== true ? { code: 'reference.unknown' } : allowed === true ? null : { code: 'reference.notAllowed' },
    ]),
  )
  return keys.map((key) => issueOf.get(key) ?? null)
}
