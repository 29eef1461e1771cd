/** Checks the parts of a declaration about its past (former names, `map`) and about existing records (`fill`). */
import { checkExpression } from '../expression/check.ts'
import { fieldsInExpression } from '../expression/expression.ts'
import { type FieldSpec, familyOf, isEncrypted } from '../field.ts'
import type { Fill, FormerChoices } from '../field-type.ts'
import { currentChoice, formerChoices, formerNames } from '../former-names.ts'
import { type AnyResource, fieldEntries } from '../resource.ts'
import { reachableFields } from './computed.ts'
import { valueMistake } from './conditions.ts'
import { describeExpressionError, knownFields } from './expressions.ts'
import { didYouMean, type Report } from './report.ts'

type All = { readonly [name: string]: AnyResource }

export function checkChanges(all: All, resource: AnyResource, report: Report): void {
  const everyFormer = fieldEntries(resource).flatMap(([, spec]) => formerNames(spec))
  for (const [name, spec] of fieldEntries(resource)) {
    const fail = (problem: string) => report(`${resource.name}.${name}`, problem)
    for (const former of formerNames(spec)) {
      if (Object.hasOwn(resource.fields, former)) fail(`was ${former}, which is a field of its own`)
      else if (everyFormer.indexOf(former) !== everyFormer.lastIndexOf(former)) fail(`was ${former}, which is said twice`)
    }
    const { fill, optional } = spec.options
    if (typeof fill === 'object') checkFill({ all, resource, name, spec }, fill, fail)
    else {
      if (fill !== undefined && optional) fail('is filled, and may stay empty: leave out fill or optional')
      const fault = fill !== undefined && valueMistake(spec, fill)
      if (fault) fail(`is filled with ${fault}`)
      if (fill !== undefined && spec.options.unique)
        fail('is unique, and filled with the same value in each record: make it from other fields, or optional')
    }
    checkMap(spec, fail)
  }
  for (const name of resource.gone ?? [])
    if (Object.hasOwn(resource.fields, name)) report(`${resource.name}.gone`, `names ${name}, which is still a field`)
}

interface Filled {
  readonly all: All
  readonly resource: AnyResource
  readonly name: string
  readonly spec: FieldSpec
}

/** A field can also be filled from fields dropped by the same migration, of which only the names are known here. */
function checkFill({ all, resource, name, spec }: Filled, fill: Fill, fail: (problem: string) => void): void {
  const gone = resource.gone ?? []
  if (isEncrypted(spec)) fail('is filled, and what is encrypted cannot be filled by a migration: make it optional')
  const fault = fill.otherwise !== undefined && valueMistake(spec, fill.otherwise)
  if (fault) fail(`is filled otherwise with ${fault}`)
  const { [name]: _, ...readable } = reachableFields(all, resource)
  if ('value' in fill) {
    const reads = fieldsInExpression(fill.value)
    // The migration checks the expression again and knows the types of dropped fields.
    if (reads.some((read) => gone.includes(read))) return
    const { errors: faults, type, decimals } = checkExpression(fill.value, knownFields(readable))
    for (const one of faults) fail(`is filled with an expression that ${describeExpressionError(one)}`)
    const own = knownFields({ [name]: spec })[name]
    if (faults.length === 0 && own?.type !== type)
      fail(`is of the kind ${spec.kind}, and is filled with an expression that comes to a ${type}`)
    else if (faults.length === 0 && decimals > (own?.decimals ?? 0))
      fail(`keeps ${own?.decimals ?? 0} decimals, and is filled with up to ${decimals}: round or cut them`)
    return
  }
  const source = readable[fill.of]
  if (!source && !gone.includes(fill.of))
    fail(`is filled from the unknown field ${fill.of}${didYouMean(fill.of, [...Object.keys(readable), ...gone])}`)
  else if (source && familyOf(source) !== 'text') fail(`is filled from ${fill.of}, which is no text`)
  if (!('find' in fill)) {
    if (familyOf(spec) !== 'text') fail('is filled with a part of a text, and is no text')
    return
  }
  const target = all[fill.find]
  const by = target && Object.hasOwn(target.fields, fill.by) ? target.fields[fill.by] : undefined
  if (!('to' in spec) || spec.kind !== 'reference' || spec.to !== fill.find)
    fail(`is filled with records of ${fill.find}, and does not refer to them`)
  else if (!target) return
  else if (!by) fail(`is filled by the unknown field ${fill.find}.${fill.by}${didYouMean(fill.by, Object.keys(target.fields))}`)
  else if (familyOf(by) !== 'text' || by.options.computed !== undefined)
    fail(`is filled by ${fill.find}.${fill.by}, which is no stored text`)
}

function checkMap(spec: FieldSpec, fail: (problem: string) => void): void {
  checkFormerChoices(spec, fail)
  const { map } = spec.options
  if (map === 'cut' && familyOf(spec) !== 'text') fail('is cut, which only text can be')
  if (map === 'nearest' && !['number', 'date'].includes(familyOf(spec))) fail('takes the nearest value, which only numbers and days have')
  if (typeof map !== 'object') return
  if (!('choices' in spec)) {
    fail('maps values, which only choices have')
    return
  }
  const replacements: readonly (readonly [string, string | null])[] = Object.entries(map)
  for (const [from, to] of replacements) {
    if (to === null) continue
    const replacement = `{ ${from}: '${to}' }`
    fail(
      `maps ${from} to ${to}, which leaves open whether records had ${to} before: say renamed: ${replacement} where ${from} only got another name, or merged: ${replacement} where its records became ${to} like others`,
    )
  }
  checkReplacements(spec, map, 'maps', fail)
}

/** Checks `renamed` and `merged` of a field of choices. */
function checkFormerChoices(spec: FieldSpec, fail: (problem: string) => void): void {
  const { renamed = {}, merged = {} } = spec.options as FormerChoices
  checkReplacements(spec, renamed, 'renames', fail)
  checkReplacements(spec, merged, 'merges', fail)
  for (const value of Object.keys(renamed)) if (Object.hasOwn(merged, value)) fail(`renames and merges ${value}: say one of the two`)
}

/** Reports former choices that still exist, and replacements that are not choices. */
function checkReplacements(
  spec: FieldSpec,
  replacements: { readonly [value: string]: string | null },
  verb: string,
  fail: (problem: string) => void,
): void {
  if (!('choices' in spec)) return
  const former = formerChoices(spec)
  for (const [from, to] of Object.entries(replacements)) {
    if (Object.hasOwn(spec.choices, from)) fail(`${verb} ${from}, which it still has`)
    if (to === null && familyOf(spec) === 'word' && !spec.options.optional) fail(`${verb} ${from} to nothing, and must have a value`)
    const end = to === null ? null : currentChoice(former, to)
    if (end !== null && !Object.hasOwn(spec.choices, end))
      fail(`${verb} ${from} to the unknown choice ${to}${didYouMean(String(to), Object.keys(spec.choices))}`)
  }
}
