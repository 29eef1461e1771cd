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
    fail(`unknown resource "${to}"${meant(to, Object.keys(all))}`)
    return false
  }
  for (const [field, condition] of Object.entries(optionsWhere ?? {})) {
    const asked = Object.hasOwn(target.fields, field) ? target.fields[field] : undefined
    if (!asked) {
      fail(`unknown field "${to}.${field}"${meant(field, Object.keys(target.fields))}`, 'optionsWhere')
      continue
    }
    if (!target.list.filters?.includes(field)) fail(`add "${field}" to list.filters of "${to}"`, 'optionsWhere')
    const family = familyOf(asked)
    for (const value of fieldsOfOptionsWhere({ [field]: condition })) {
      const read = Object.hasOwn(resource.fields, value) ? resource.fields[value] : undefined
      if (!read) fail(`unknown field "${value}"${meant(value, Object.keys(resource.fields))}`, 'optionsWhere')
      else if (familyOf(read) !== family)
        fail(`cannot compare "${to}.${field}" (type ${asked.kind}) with "${value}" (type ${read.kind})`, 'optionsWhere')
      else if (asked.to !== read.to)
        fail(
          `cannot compare "${to}.${field}", which refers to "${asked.to}", with "${value}", which refers to "${read.to}"`,
          'optionsWhere',
        )
    }
    const values: OptionBound[] = isOptionComparison(condition) ? comparedWith(condition, to, field, family) : [condition]
    for (const value of values) {
      const fault = typeof value !== 'object' && faultOf(asked, value)
      if (fault) fail(`invalid value of "${to}.${field}": ${fault}`, 'optionsWhere')
    }
  }

  return true

  /** Operands of a comparison. Reports unknown operators, and operators that do not fit the field. */
  function comparedWith(condition: OptionComparison, to: string, field: string, family: Family): OptionBound[] {
    const words = { in: ['word', 'id', 'number'], ne: ['word', 'id'], gte: ['number', 'date'], lte: ['number', 'date'] }
    for (const word of Object.keys(condition))
      if (!Object.hasOwn(words, word))
        fail(`unknown operator "${word}" for "${to}.${field}"${meant(word, Object.keys(words))}`, 'optionsWhere')
      else if (!words[word as keyof typeof words].includes(family))
        fail(`operator "${word}" does not apply to "${to}.${field}" (type ${target?.fields[field]?.kind})`, 'optionsWhere')
    const { in: among, ne, gte, lte } = condition
    if ([among, ne, gte ?? lte].filter((one) => one !== undefined).length !== 1)
      fail(`"${to}.${field}" needs exactly one of in, ne, and gte or lte`, 'optionsWhere')
    return [...(among ?? []), ne, gte, lte].filter((one) => one !== undefined)
  }
}
