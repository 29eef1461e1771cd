/** The input for a question of the office, and the text of an answer. */
import { countriesIn, countryName } from '@matricola/console/countries.ts'
import { translate, useLanguage, useText } from '@matricola/console/i18n.ts'
import { describedBy, LabelledField } from '@matricola/console/public/labelled-field.tsx'
import { formatLongDay } from '@matricola/schema/values/dates.ts'
import type { Language } from '@matricola/schema/vocabulary.ts'
import { parseTypedRows, tableText } from '#resources/admission/form-answers.ts'
import type { FormItem, FormTexts } from '#resources/admission/form-content.ts'
import { textIn } from '#resources/admission/translated-name.ts'
import { FieldGroup } from '../../field-group.tsx'
import { InUniversityLanguage } from '../../university-language.tsx'

/** A text in the page's language, or in the university's if there is no translation. */
export function FormText({
  of,
  universityLanguage,
}: {
  readonly of: FormTexts
  readonly universityLanguage: string
}) {
  const language = useLanguage()
  return (
    <InUniversityLanguage isTranslated={of[language] !== undefined}>
      {textIn(of, language, universityLanguage)}
    </InUniversityLanguage>
  )
}

export interface ItemInputProps {
  readonly item: FormItem
  readonly label: string
  readonly isRequired: boolean
  readonly message: string | undefined
  readonly universityLanguage: string
  /** The answer as it was typed. */
  readonly value: string
  /** Whether options are a menu, because space is short. */
  readonly isCompact?: boolean
  readonly onChange: (text: string) => void
}

export function ItemInput({
  item,
  label,
  isRequired,
  message,
  universityLanguage,
  value,
  isCompact = false,
  onChange,
}: ItemInputProps) {
  const t = useText('formItems')
  const language = useLanguage()
  const { id, help } = item
  const labelProps = {
    name: id,
    label,
    hint: help && <FormText of={help} universityLanguage={universityLanguage} />,
    message,
  }
  const wordsOf = (texts: FormTexts) => textIn(texts, language, universityLanguage)
  if (item.type === 'declaration')
    return (
      <FieldGroup id={id} {...labelProps}>
        <p className="long-text">
          <FormText of={item.text} universityLanguage={universityLanguage} />
        </p>
        <label className="apply-radio">
          <input
            type="checkbox"
            name={id}
            checked={value === 'true'}
            onChange={(event) => onChange(event.target.checked ? 'true' : '')}
            aria-invalid={message ? true : undefined}
            aria-required="true"
          />
          <span>{t('confirm')}</span>
        </label>
      </FieldGroup>
    )
  const options = optionsOf(item, language, t, wordsOf)
  if (options && item.type !== 'country' && !isCompact) {
    const chosen = value.split(' ').filter((one) => one !== '')
    const toggle = (option: string) =>
      options
        .map((one) => one.value)
        .filter((one) => chosen.includes(one) !== (one === option))
        .join(' ')
    const isSet = item.type === 'set'
    return (
      <FieldGroup id={id} {...labelProps}>
        {options.map((option) => (
          <label key={option.value} className="apply-radio">
            <input
              type={isSet ? 'checkbox' : 'radio'}
              name={id}
              value={option.value}
              checked={chosen.includes(option.value)}
              onChange={() => onChange(isSet ? toggle(option.value) : option.value)}
            />
            <span>{option.text}</span>
          </label>
        ))}
      </FieldGroup>
    )
  }
  const control = {
    id,
    name: id,
    value,
    onChange: (event: { readonly target: { readonly value: string } }) =>
      onChange(event.target.value),
    autoComplete: 'off',
    'aria-required': isRequired,
    'aria-invalid': message ? true : undefined,
    'aria-describedby': describedBy(labelProps),
  } as const
  return (
    <LabelledField {...labelProps}>
      {options ? (
        <select className="select" {...control}>
          <option value="">{t('choose')}</option>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.text}
            </option>
          ))}
        </select>
      ) : item.type === 'longText' ? (
        <textarea className="input" rows={6} maxLength={item.max} {...control} />
      ) : (
        <input className="input" {...inputAttributes(item)} {...control} />
      )}
    </LabelledField>
  )
}

/** The values that the applicant chooses from; undefined if the answer is typed. */
function optionsOf(
  item: FormItem,
  language: string,
  t: ReturnType<typeof useText>,
  wordsOf: (texts: FormTexts) => string,
) {
  if ('options' in item)
    return item.options.map(({ id, label }) => ({ value: id, text: wordsOf(label) }))
  if (item.type === 'boolean')
    return [
      { value: 'true', text: t('yes') },
      { value: 'false', text: t('no') },
    ]
  return item.type === 'country'
    ? countriesIn(language).map(({ code, name }) => ({ value: code, text: name }))
    : undefined
}

function inputAttributes({ type }: FormItem) {
  if (type === 'date' || type === 'email') return { type }
  if (type === 'phone') return { type: 'tel' }
  if (type === 'integer') return { inputMode: 'numeric' } as const
  return type === 'decimal' || type === 'grade' ? ({ inputMode: 'decimal' } as const) : {}
}

/** The text of a typed answer. */
export function typedAnswerText(
  item: FormItem,
  typed: string,
  language: Language,
  universityLanguage: string,
): string {
  if (typed === '') return translate('formItems:none')
  if (item.type === 'table')
    return tableText(item.columns, parseTypedRows(typed), (column, text) =>
      typedAnswerText(column as FormItem, String(text), language, universityLanguage),
    )
  if ('options' in item)
    return item.options
      .filter((option) => typed.split(' ').includes(option.id))
      .map(({ label }) => textIn(label, language, universityLanguage))
      .join(', ')
  switch (item.type) {
    case 'boolean':
      return translate(typed === 'true' ? 'formItems:yes' : 'formItems:no')
    case 'declaration':
      return translate('formItems:confirmed')
    case 'date':
      return formatLongDay(typed, language)
    case 'country':
      return countryName(typed, language)
    default:
      return typed
  }
}
