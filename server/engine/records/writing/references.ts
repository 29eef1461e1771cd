/** Checks of the records that writes refer to: known to the caller, and such as the declaration's `optionsWhere` allows. */
import type { SpecOf } from '#model/field.ts'
import { fieldsOfOptions } from '#model/options-where.ts'
import { isKind, storedEntries } from '#model/resource.ts'
import type { FieldIssues, Issue } from '#model/wire/wire.ts'
import { resourceNamed } from '#resources/index.ts'
import { tableNameOf } from '#server/engine/database/names.ts'
import { nameableRows, type Permit } from '#server/engine/policy/permit.ts'
import type { Values } from '../../sql/storage.ts'
import { optionConditions } from '../reading/option-sql.ts'
import type { Row } from '../reading/reading.ts'
import type { Source } from '../source.ts'
import { Given } from './row-parameters.ts'

interface Referring {
  readonly changed: Values
  readonly record: Values
  readonly before: Values | null
}

/** Conditions on the records that given rows `g` refer to, answered by the statement that they stand in. */
interface ReferenceChecks {
  /** The answers, to be selected beside the columns of `g`; empty when nothing is referred to anew. */
  readonly selected: string
  /** The same in the list of what is selected from `g`. */
  readonly columns: string
  /** Condition on `g` under which the write may happen; empty: it may. */
  readonly holds: string
  /** References that an answer refuses. */
  readonly issues: (row: Row) => FieldIssues
}

/**
 * Checks the references that each of some writes sets to another record, and those whose conditions read a changed field. Of
 * several records in one field those are asked about that come anew.
 */
export function referenceChecks(permit: Permit, writes: readonly Referring[], given: Given): ReferenceChecks {
  const checks = storedEntries(permit.resource).flatMap(([name, spec]) => {
    if (!isKind(spec, 'reference') && !isKind(spec, 'links')) return []
    const asked = writes.map((write) => askedOf(spec, name, write))
    return asked.every((one) => one === null) ? [] : [{ name, ...checkOf(permit, spec, { asked, writes, given }) }]
  })
  const answers = checks.flatMap(({ name }) => [`g."known:${name}"`, `g."allowed:${name}"`])
  return {
    selected: checks.map(({ name, known, allowed }) => `, ${known} AS "known:${name}", ${allowed} AS "allowed:${name}"`).join(''),
    columns: answers.join(', '),
    holds: answers.join(' AND '),
    issues: (row) => Object.fromEntries(checks.flatMap(({ name }) => issueOf(row, name))),
  }
}

/** The issues of each of some writes, in their order. */
export async function referenceIssues({ database }: Source, permit: Permit, writes: readonly Referring[]): Promise<FieldIssues[]> {
  const given = new Given()
  const place = given.column([...writes.keys()], 'integer')
  const { selected, issues } = referenceChecks(permit, writes, given)
  if (!selected) return writes.map(() => ({}))
  const rows = await database.query<Row>(`SELECT ${place}${selected} FROM (${given.sql()}) g ORDER BY 1`, given.parameters.values)
  return rows.map(issues)
}

type Naming = SpecOf<'reference' | 'links'>

/** Records that a write names: those that come with it, and those that the conditions are asked of. */
interface Named {
  readonly fresh: unknown
  readonly judged: unknown
}

/** Records that a write asks about; null where it asks about none. */
function askedOf(spec: Naming, name: string, { changed, record, before }: Referring): Named | null {
  const now = record[name] ?? null
  const isChanged = Object.hasOwn(changed, name)
  const isReadAnew = fieldsOfOptions(spec.options.optionsWhere).some((read) => Object.hasOwn(changed, read))
  if (now === null || !(isChanged || isReadAnew)) return null
  if (!isKind(spec, 'links')) return { fresh: now, judged: now }
  const [ids, known] = [listOf(now), listOf(before?.[name])]
  const fresh = ids.filter((id) => !known.includes(id))
  return { fresh, judged: isReadAnew ? ids : fresh }
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

interface Asked {
  readonly asked: readonly (Named | null)[]
  readonly writes: readonly Referring[]
  readonly given: Given
}

function checkOf(permit: Permit, spec: Naming, { asked, writes, given }: Asked) {
  const target = resourceNamed(spec.to)
  const conditions = optionConditions(spec.options.optionsWhere, {
    target,
    alias: 'x',
    operand(bound, type) {
      const wanted = writes.map(({ record }) => (typeof bound === 'object' ? (record[bound.value] ?? null) : bound))
      return given.value(
        wanted.map((value) => (value === null ? null : String(value))),
        type,
      )
    },
    texts: (values) => given.parameters.add(values, 'text[]'),
  })
  const fresh = asked.map((one) => one?.fresh ?? null)
  return {
    known: holdsOf(fresh, [nameableRows(permit, target, 'x', given.parameters)]),
    allowed:
      conditions.length === 0
        ? 'TRUE'
        : holdsOf(
            asked.map((one) => one?.judged ?? null),
            conditions,
          ),
  }

  /** SQL that tells whether all that is named is there and satisfies the conditions on `x`. */
  function holdsOf(values: readonly unknown[], parts: readonly string[]): string {
    const table = tableNameOf(target)
    const exists = (id: string) => `EXISTS (SELECT 1 FROM ${table} x WHERE ${[`x.id = ${id}`, ...parts].join(' AND ')})`
    if (isKind(spec, 'links')) return `NOT EXISTS (SELECT FROM unnest(${given.value(values, 'uuid[]')}) i(id) WHERE NOT ${exists('i.id')})`
    const id = given.value(values, 'uuid')
    // A row that refers to nothing anew is asked nothing.
    return `(${values.includes(null) ? `${id} IS NULL OR ` : ''}${exists(id)})`
  }
}

function issueOf(row: Row, name: string): [name: string, issues: Issue[]][] {
  if (row[`known:${name}`] !== true) return [[name, [{ code: 'reference.unknown' }]]]
  return row[`allowed:${name}`] === true ? [] : [[name, [{ code: 'reference.notAllowed' }]]]
}
