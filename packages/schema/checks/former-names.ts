/**
 * Checks the parts of a declaration about its past (former names, `existingValues`) and about
 * existing records (`fill`).
 */
import { checkExpression } from '../expression/check.ts'
import { fieldsInExpression } from '../expression/expression.ts'
import { type FieldSpec, familyOf, isEncrypted } from '../field.ts'
import type { Fill, FormerChoices } from '../field-type.ts'
import { currentChoice, formerChoices, formerNames } from '../former-names.ts'
import type { AnyResource } from '../resource.ts'
import { fieldEntries } from '../resource-fields.ts'
import { reachableFields } from './computed.ts'
import { valueMistake } from './conditions.ts'
import { describeExpressionError, expressionTypeName, knownFields } from './expressions.ts'
import { didYouMean, type Report } from './report.ts'

type All = { readonly [name: string]: AnyResource }

export function checkChanges(all: All, resource: AnyResource, report: Report): void {
  const allFormerNames = fieldEntries(resource).flatMap(([, spec]) => formerNames(spec))
  for (const [name, spec] of fieldEntries(resource)) {
    const fail = (problem: string) => report(`${resource.name}.${name}`, problem)
    for (const former of formerNames(spec)) {
      if (Object.hasOwn(resource.fields, former)) fail(`former name "${former}" is a current field`)
      else if (allFormerNames.indexOf(former) !== allFormerNames.lastIndexOf(former))
        fail(`former name "${former}" is declared twice`)
    }
    const { fill, optional } = spec.options
    if (typeof fill === 'object') checkFill({ all, resource, name, spec }, fill, fail)
    else {
      if (fill !== undefined && optional)
        fail('fill has no effect on an optional field. Remove fill or optional.')
      const mistake = fill !== undefined && valueMistake(spec, fill)
      if (mistake) fail(`invalid fill: ${mistake}`)
      if (fill !== undefined && spec.options.unique)
        fail(
          'a unique field cannot be filled with the same value in every record. Compute the value from other fields, or make the field optional.',
        )
    }
    checkFormerChoices(spec, fail)
    checkExistingValues(spec, fail)
  }
  for (const name of resource.removedFields ?? [])
    if (Object.hasOwn(resource.fields, name))
      report(`${resource.name}.removedFields`, `"${name}" is still a field`)
}

interface FilledField {
  readonly all: All
  readonly resource: AnyResource
  readonly name: string
  readonly spec: FieldSpec
}

/**
 * A field can also be filled from fields dropped by the same migration, of which only the names are
 * known here.
 */
function checkFill(
  { all, resource, name, spec }: FilledField,
  fill: Fill,
  fail: (problem: string) => void,
): void {
  const removed = resource.removedFields ?? []
  if (isEncrypted(spec)) fail('a migration cannot fill an encrypted field. Make it optional.')
  const mistake = fill.otherwise !== undefined && valueMistake(spec, fill.otherwise)
  if (mistake) fail(`invalid fill.otherwise: ${mistake}`)
  const { [name]: _, ...readable } = reachableFields(all, resource)
  if ('value' in fill) {
    const fieldsRead = fieldsInExpression(fill.value)
    // The migration checks the expression again and knows the types of dropped fields.
    if (fieldsRead.some((read) => removed.includes(read))) return
    const { errors, type, decimals } = checkExpression(fill.value, knownFields(readable))
    for (const error of errors)
      fail(`invalid expression in fill: ${describeExpressionError(error)}`)
    const expected = knownFields({ [name]: spec })[name]
    if (errors.length === 0 && expected?.type !== type)
      fail(
        `the expression in fill has type ${expressionTypeName(type)}, but the field has type ${spec.type}`,
      )
    else if (errors.length === 0 && decimals > (expected?.decimals ?? 0))
      fail(
        `the expression in fill has up to ${decimals} decimals, but the field keeps ${expected?.decimals ?? 0}. Use round or cut.`,
      )
    return
  }
  const source = readable[fill.of]
  if (!source && !removed.includes(fill.of))
    fail(
      `unknown field "${fill.of}" in fill${didYouMean(fill.of, [...Object.keys(readable), ...removed])}`,
    )
  else if (source && familyOf(source) !== 'text') fail(`field "${fill.of}" in fill is not text`)
  if (!('find' in fill)) {
    if (familyOf(spec) !== 'text') fail('only text fields can be filled with a part of a text')
    return
  }
  const target = all[fill.find]
  const by = target && Object.hasOwn(target.fields, fill.by) ? target.fields[fill.by] : undefined
  if (!('to' in spec) || spec.type !== 'reference' || spec.to !== fill.find)
    fail(`fill finds records of "${fill.find}", but the field does not refer to them`)
  else if (!target) return
  else if (!by)
    fail(
      `unknown field "${fill.find}.${fill.by}" in fill${didYouMean(fill.by, Object.keys(target.fields))}`,
    )
  else if (familyOf(by) !== 'text' || by.options.computed !== undefined)
    fail(`field "${fill.find}.${fill.by}" in fill is not stored text`)
}

function checkExistingValues(spec: FieldSpec, fail: (problem: string) => void): void {
  const { existingValues } = spec.options
  if (existingValues === 'truncate' && familyOf(spec) !== 'text')
    fail("existingValues: 'truncate' requires text")
  if (existingValues === 'nearest' && !['number', 'date'].includes(familyOf(spec)))
    fail("existingValues: 'nearest' requires a number or a date")
}

/** Checks `renamed` and `merged` of a field of choices. */
function checkFormerChoices(spec: FieldSpec, fail: (problem: string) => void): void {
  const { renamed = {}, merged = {} } = spec.options as FormerChoices
  checkReplacements(spec, renamed, 'renamed', fail)
  checkReplacements(spec, merged, 'merged', fail)
  for (const value of Object.keys(renamed))
    if (Object.hasOwn(merged, value))
      fail(`"${value}" is in both renamed and merged. Remove one of the two.`)
}

/** Reports former choices that still exist, and replacements that are not choices. */
function checkReplacements(
  spec: FieldSpec,
  replacements: { readonly [value: string]: string | null },
  option: string,
  fail: (problem: string) => void,
): void {
  if (!('choices' in spec)) return
  const former = formerChoices(spec)
  for (const [from, to] of Object.entries(replacements)) {
    if (Object.hasOwn(spec.choices, from)) fail(`${option}: "${from}" is still a choice`)
    if (to === null && familyOf(spec) === 'choice' && !spec.options.optional)
      fail(`${option}: "${from}" needs a replacement, because the field is required`)
    const current = to === null ? null : currentChoice(former, to)
    if (current !== null && !Object.hasOwn(spec.choices, current))
      fail(
        `${option}: unknown choice "${to}" as a replacement of "${from}"${didYouMean(String(to), Object.keys(spec.choices))}`,
      )
  }
}
