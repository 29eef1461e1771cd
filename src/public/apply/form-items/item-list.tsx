import { countriesIn } from '@matricola/console/countries.ts'
import { useLanguage, useText } from '@matricola/console/i18n.ts'
import { describedBy, LabelledField } from '@matricola/console/public/labelled-field.tsx'
import type { FormItem } from '#resources/admission/form-content.ts'
import { textIn } from '#resources/admission/translated-name.ts'
import type { WireIntake } from '#resources/admission/wire-intake.ts'
import { FieldGroup } from '../../field-group.tsx'
import { InUniversityLanguage } from '../../university-language.tsx'
import { typedQuestionAnswer, withQuestionAnswer } from '../choices/choices.ts'
import type { StepProps } from '../steps/step-props.ts'
import { askedPages } from './item-answers.ts'

interface ItemListProps {
  readonly stepProps: StepProps
  /** The message for the issue of a question, or undefined. */
  readonly messageOf: (id: string) => string | undefined
}

/** The questions of a form, with a heading for each of its pages. */
export function ItemList({ stepProps, messageOf }: ItemListProps) {
  const t = useText('formItems')
  const { draft, publicConfig } = stepProps
  const pages = askedPages(draft.values, publicConfig)
  if (pages.length === 0) return <p>{t('nothing')}</p>
  return pages.map(({ id, title, items }) => (
    <section key={id} aria-labelledby={id}>
      <h2 id={id} className="apply-section">
        <FormText of={title} publicConfig={publicConfig} />
      </h2>
      {items.map(({ item, isRequired }) => (
        <ItemField key={item.id} {...{ stepProps, messageOf, item, isRequired }} />
      ))}
    </section>
  ))
}

type FormTexts = FormItem['label']

/** A text in the page's language, or in the university's if there is no translation. */
function FormText({
  of,
  publicConfig,
}: {
  readonly of: FormTexts
  readonly publicConfig: WireIntake
}) {
  const language = useLanguage()
  return (
    <InUniversityLanguage isTranslated={of[language] !== undefined}>
      {textIn(of, language, publicConfig.language)}
    </InUniversityLanguage>
  )
}

interface ItemFieldProps extends ItemListProps {
  readonly item: FormItem
  readonly isRequired: boolean
}

function ItemField({ stepProps, messageOf, item, isRequired }: ItemFieldProps) {
  const t = useText('formItems')
  const language = useLanguage()
  const { draft, publicConfig, setValue } = stepProps
  const { id, help } = item
  const wordsOf = (texts: FormTexts) => textIn(texts, language, publicConfig.language)
  const label = wordsOf(item.label)
  const message = messageOf(id)
  const labelProps = {
    name: id,
    label: isRequired ? label : t('optional', { label }),
    hint: help && <FormText of={help} publicConfig={publicConfig} />,
    message,
  }
  const typed = typedQuestionAnswer(draft.values, id)
  const change = (text: string) => setValue('answers', withQuestionAnswer(draft.values, id, text))
  const options = optionsOf(item, language, t, wordsOf)
  if (options && item.type !== 'country') {
    const chosen = typed.split(' ').filter((one) => one !== '')
    const toggle = (option: string) =>
      options
        .map(({ value }) => value)
        .filter((value) => chosen.includes(value) !== (value === option))
        .join(' ')
    const isSet = item.type === 'set'
    return (
      <FieldGroup id={id} {...labelProps}>
        {options.map(({ value, text }) => (
          <label key={value} className="apply-radio">
            <input
              type={isSet ? 'checkbox' : 'radio'}
              name={id}
              value={value}
              checked={chosen.includes(value)}
              onChange={() => change(isSet ? toggle(value) : value)}
            />
            <span>{text}</span>
          </label>
        ))}
      </FieldGroup>
    )
  }
  const control = {
    id,
    name: id,
    value: typed,
    onChange: (event: { readonly target: { readonly value: string } }) =>
      change(event.target.value),
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
          {options.map(({ value, text }) => (
            <option key={value} value={value}>
              {text}
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
