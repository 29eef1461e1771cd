/** Checks `to` and `optionsWhere` of references and links. */
import type { Family, FieldCheckContext } from '../../field-type.ts'
import {
  fieldsOfOptionsWhere,
  isOptionComparison,
  type OptionBound,
  type OptionComparison,
  type OptionsWhere,
} from '../../options-where.ts'

/** Reports mistakes in `to` and `optionsWhere`. Returns whether the resource exists. */
export function checkOptionsWhere(
  to: string,
  optionsWhere: OptionsWhere | undefined,
  { all, resource, fail, valueMistake, familyOf, didYouMean }: FieldCheckContext,
): boolean {
  const target = all[to]
  if (!target) {
    fail(`unknown resource "${to}"${didYouMean(to, Object.keys(all))}`)
    return false
  }
  for (const [field, condition] of Object.entries(optionsWhere ?? {})) {
    const targetField = Object.hasOwn(target.fields, field) ? target.fields[field] : undefined
    if (!targetField) {
      fail(
        `unknown field "${to}.${field}"${didYouMean(field, Object.keys(target.fields))}`,
        'optionsWhere',
      )
      continue
    }
    if (!target.list.filters?.includes(field))
      fail(`add "${field}" to list.filters of "${to}"`, 'optionsWhere')
    const family = familyOf(targetField)
    for (const value of fieldsOfOptionsWhere({ [field]: condition })) {
      const sourceField = Object.hasOwn(resource.fields, value) ? resource.fields[value] : undefined
      if (!sourceField)
        fail(
          `unknown field "${value}"${didYouMean(value, Object.keys(resource.fields))}`,
          'optionsWhere',
        )
      else if (familyOf(sourceField) !== family)
        fail(
          `cannot compare "${to}.${field}" (type ${targetField.type}) with "${value}" (type ${sourceField.type})`,
          'optionsWhere',
        )
      else if (targetField.to !== sourceField.to)
        fail(
          `cannot compare "${to}.${field}", which refers to "${targetField.to}", with "${value}", which refers to "${sourceField.to}"`,
          'optionsWhere',
        )
    }
    const values: OptionBound[] = isOptionComparison(condition)
      ? comparedWith(condition, to, field, family)
      : [condition]
    for (const value of values) {
      const mistake = typeof value !== 'object' && valueMistake(targetField, value)
      if (mistake) fail(`invalid value of "${to}.${field}": ${mistake}`, 'optionsWhere')
    }
  }

  return true

  /**
   * Returns the operands of a comparison. Reports unknown operators, and operators that the field
   * does not support.
   */
  function comparedWith(
    condition: OptionComparison,
    to: string,
    field: string,
    family: Family,
  ): OptionBound[] {
    const operatorFamilies = {
      in: ['choice', 'id', 'number'],
      ne: ['choice', 'id'],
      gte: ['number', 'date'],
      lte: ['number', 'date'],
    }
    for (const operator of Object.keys(condition))
      if (!Object.hasOwn(operatorFamilies, operator))
        fail(
          `unknown operator "${operator}" for "${to}.${field}"${didYouMean(operator, Object.keys(operatorFamilies))}`,
          'optionsWhere',
        )
      else if (!operatorFamilies[operator as keyof typeof operatorFamilies].includes(family))
        fail(
          `operator "${operator}" does not apply to "${to}.${field}" (type ${target?.fields[field]?.type})`,
          'optionsWhere',
        )
    const { in: among, ne, gte, lte } = condition
    if ([among, ne, gte ?? lte].filter((one) => one !== undefined).length !== 1)
      fail(`"${to}.${field}" needs exactly one of in, ne, and gte or lte`, 'optionsWhere')
    return [...(among ?? []), ne, gte, lte].filter((one) => one !== undefined)
  }
}
