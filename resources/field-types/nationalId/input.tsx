import { LiveRegion } from '@matricola/console/announcements/live-region.tsx'
import { longDate } from '@matricola/console/fields/date-text.ts'
import { controlProps, type InputProps, inputText } from '@matricola/console/fields/input.ts'
import { isMasked, MaskedValue } from '@matricola/console/fields/masked-value.tsx'
import { usePageText } from '@matricola/console/fields/page-text.ts'
import { Input } from '@matricola/console/kit/inputs.tsx'
import {
  compactNationalId,
  findNationalIdError,
  possibleBirthDates,
  sexOf,
} from '#resources/field-types/nationalId/national-id.ts'

/**
 * Input of a personal number. Shows the birth date and sex of a valid one, to reveal typos. A
 * stored number can only be replaced.
 */
export function NationalIdInput(props: InputProps<'nationalId'>) {
  const { t, language } = usePageText()
  const text = inputText(props.value)
  if (isMasked(text)) return <MaskedValue {...props} />
  const digits = compactNationalId(text)
  const born = findNationalIdError(digits) === null ? possibleBirthDates(digits) : []
  return (
    <>
      <Input
        {...controlProps(props)}
        className="national-id"
        inputMode="numeric"
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => props.onChange(event.target.value)}
        onBlur={() => digits !== text && props.onChange(digits)}
      />
      <LiveRegion className="field-note" isKnown>
        {born.length > 0 &&
          t('fields.cnpStates', {
            date: born.map((date) => longDate(date, language)).join(` ${t('fields.or')} `),
            sex: t(sexOf(digits) === 'M' ? 'fields.male' : 'fields.female'),
          })}
      </LiveRegion>
    </>
  )
}
