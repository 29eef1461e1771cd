import type { FieldSpec } from '@matricola/schema/field.ts'
import { memoize } from '@matricola/schema/memoize.ts'
import type { Registry } from '@matricola/schema/registry.ts'
import type { TextFormat } from '@matricola/schema/text-format.ts'
import { textFormatOf } from '@matricola/schema/text-vocabulary.ts'
import { isRealDate } from '@matricola/schema/values/dates.ts'
import { isEntityIssueCode } from '@matricola/schema/wire/errors.ts'
import type { Issue } from '@matricola/schema/wire/wire.ts'
import { useRegistry } from '../app/console-context.ts'
import { formatNumericDate, longDate } from './date-text.ts'
import { numberDisplay } from './number-text.ts'
import { usePageText } from './page-text.ts'

/**
 * Returns a function that puts an issue into words, with numbers and dates formatted for the
 * language.
 */
export function useIssueText(): (issue: Issue, spec?: FieldSpec) => string {
  const { t, language } = usePageText()
  const formats = textFormatsOf(useRegistry())
  return ({ code, params = {} }, spec) => {
    const inWords = (value: string) => {
      const format = formats.find(({ holds }) => holds(value))
      if (format) return format.format(value, { language, text: t })
      if (!isRealDate(value)) return value
      // Numeric formats of the two readings would look the same.
      return code === 'date.ambiguous'
        ? longDate(value, language)
        : formatNumericDate(value, language)
    }
    const formattedParams = Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'number' ? numberDisplay(value, language) : inWords(value),
    ])
    const options = Object.fromEntries(formattedParams)
    if (isEntityIssueCode(code)) return t(`resources:${code}`, options)
    // For text in a number input, the general message would not say that a number is expected.
    if (
      code === 'type.wrong' &&
      spec &&
      'max' in spec.options &&
      typeof spec.options.max === 'number' &&
      'min' in spec.options
    )
      return t('fields.notANumber')
    return t(`errors:issues.${code}`, options)
  }
}

/** The formats that fields of the application use. */
const textFormatsOf = memoize((registry: Registry): readonly TextFormat[] => {
  const specs = registry.resources.flatMap(({ fields }) => Object.values(fields))
  return [...new Set(specs.flatMap((spec) => textFormatOf(spec) ?? []))]
})
