/** Checks `to` and `optionsWhere` of references and links. */
import type { Family, FieldCheckContext } from '#model/field-type.ts'
import {
  fieldsOfOptionsWhere,
  isOptionComparison,
  type OptionBound,
  type OptionComparison,
  type OptionsWhere,
} from '#model/options-where.ts'

/** Reports mistakes in `to` and `optionsWhere`. Returns whether the resource exists. */
export function checkOptionsWhere(
  to: string,
  optionsWhere: OptionsWhere | undefined,
  { all, resource, fail, valueMistake: faultOf, familyOf, didYouMean: meant }: FieldCheckContext,
): boolean {
  const target = all[to]
  if (!target) {
    fail(`refers to the unknown resource ${to}${meant(to, Object.keys(all))}`)
    return false
  }
  for (const [field, condition] of Object.entries(optionsWhere ?? {})) {
    const asked = Object.hasOwn(target.fields, field) ? target.fields[field] : undefined
    if (!asked) {
      fail(`names the unknown field ${to}.${field}${meant(field, Object.keys(target.fields))}`, 'optionsWhere')
      continue
    }
    if (!target.list.filters?.includes(field)) fail(`needs ${to}.${field} among the filters of ${to}`, 'optionsWhere')
    const family = familyOf(asked)
    for (const value of fieldsOfOptionsWhere({ [field]: condition })) {
      const read = Object.hasOwn(resource.fields, value) ? resource.fields[value] : undefined
      if (!read) fail(`reads the unknown field ${value}${meant(value, Object.keys(resource.fields))}`, 'optionsWhere')
      else if (familyOf(read) !== family)
        fail(`compares ${to}.${field}, a ${asked.kind}, with ${value}, which is a ${read.kind}`, 'optionsWhere')
      else if (asked.to !== read.to)
        fail(`compares ${to}.${field}, which refers to ${asked.to}, with ${value}, which refers to ${read.to}`, 'optionsWhere')
    }
    const values: OptionBound[] = isOptionComparison(condition) ? comparedWith(condition, to, field, family) : [condition]
    for (const value of values) {
      const fault = typeof value !== 'object' && faultOf(asked, value)
      if (fault) fail(`wants ${to}.${field} to be ${fault}`, 'optionsWhere')
    }
  }

  return true

  /** Operands of a comparison. Reports unknown operators, and operators that do not fit the field. */
  function comparedWith(condition: OptionComparison, to: string, field: string, family: Family): OptionBound[] {
    const words = { in: ['word', 'id', 'number'], ne: ['word', 'id'], gte: ['number', 'date'], lte: ['number', 'date'] }
    for (const word of Object.keys(condition))
      if (!Object.hasOwn(words, word))
        fail(`compares ${to}.${field} by the unknown ${word}${meant(word, Object.keys(words))}`, 'optionsWhere')
      else if (!words[word as keyof typeof words].includes(family))
        fail(`compares ${to}.${field} by ${word}, which its values have not`, 'optionsWhere')
    const { in: among, ne, gte, lte } = condition
    if ([among, ne, gte ?? lte].filter((one) => one !== undefined).length !== 1)
      fail(`asks of ${to}.${field} none or several of in, ne, and gte with lte`, 'optionsWhere')
    return [...(among ?? []), ne, gte, lte].filter((one) => one !== undefined)
  }
}
