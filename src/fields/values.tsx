/** Every kind of field as a value to read, in lists and on pages. */

import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { namesApart } from '#model/access.ts'
import { countyName } from '#model/admission/counties.ts'
import type { FieldKind, SpecOf } from '#model/field.ts'
import { choiceKey } from '#model/message-keys.ts'
import { type AnyResource, fieldOf } from '#model/resource.ts'
import type { WireRecord } from '#model/wire.ts'
import { resourceNamed } from '#resources/index.ts'
import { recordPath } from '#src/console/area.ts'
import { usePerson } from '#src/console/person.ts'
import { countryName } from '#src/countries.ts'
import { currentLanguage } from '#src/i18n.ts'
import { ApiLink } from './api-link.tsx'
import { pictureAt } from './api-picture.ts'
import { dateText, dateTimeText, shortDateTimeText } from './date-text.ts'
import { hoursInWords } from './hours-words.ts'
import { meantField } from './meant-field.ts'
import { moneyDisplay, numberDisplay } from './number-text.ts'
import { OwnText, OwnTitle } from './own-text.tsx'
import { ChoiceStamp } from './stamp.tsx'
import { datedTitle } from './title-text.ts'
import './values.css'

interface FieldValueProps {
  readonly resource: AnyResource
  readonly name: string
  readonly record: WireRecord
  /** True in a column, where what every row has in common can be left out. */
  readonly isShort?: boolean
}

interface ValueProps<K extends FieldKind = FieldKind> extends FieldValueProps {
  readonly spec: SpecOf<K>
  /** Never empty. */
  readonly value: unknown
}

/** One field of a record as people read it; a dash where it holds nothing. */
export function FieldValue({ resource, name, record, isShort = false }: FieldValueProps) {
  const { t } = useTranslation('shell')
  const spec = fieldOf(resource, name)
  const value = record[name]
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) {
    return (
      <span className="no-value">
        <span aria-hidden="true">–</span>
        <span className="visually-hidden">{t('noValue')}</span>
      </span>
    )
  }
  const meant = meantField(spec, record)
  if (meant) return <FieldValue resource={meant.resource} name={meant.name} record={{ ...record, [meant.name]: value }} />
  // The table's entry for the spec's own kind takes exactly this spec.
  const Value = values[spec.kind] as (props: ValueProps) => ReactNode
  const shown = <Value resource={resource} name={name} record={record} spec={spec} value={value} isShort={isShort} />
  return 'ofUniversity' in spec.options ? <OwnText>{shown}</OwnText> : shown
}

/** An e-mail address, which may go on to a second line behind its `@` only. */
function Address({ value }: { readonly value: unknown }) {
  const [person, host] = String(value).split('@')
  return (
    <span>
      {person}@<wbr />
      {host}
    </span>
  )
}

const values: { readonly [K in FieldKind]: (props: ValueProps<K>) => ReactNode } = {
  text: TextValue,
  longText: ({ value }) => <span className="long-text">{String(value)}</span>,
  integer: ({ value, spec }) => (spec.options.isYear ? String(value) : numberDisplay(Number(value), currentLanguage(), 0)),
  decimal: ({ value, spec }) => numberDisplay(Number(value), currentLanguage(), spec.options.scale),
  money: ({ value }) => <span className="unbroken">{moneyDisplay(Number(value), currentLanguage())}</span>,
  boolean: YesNo,
  date: ({ value }) => <time dateTime={String(value)}>{dateText(String(value), currentLanguage())}</time>,
  dateTime: Instant,
  choice: Choice,
  set: ChoiceSet,
  reference: Reference,
  many: () => null,
  email: Address,
  phone: ({ value }) => <span className="unbroken">{String(value)}</span>,
  nationalId: ({ value }) => <span className="national-id">{String(value)}</span>,
  file: FileLink,
  data: () => null,
  image: ({ value }) => <img className="image-value" {...pictureAt(String(value))} alt="" loading="lazy" />,
}

function Instant({ value, isShort }: ValueProps<'dateTime'>) {
  const full = dateTimeText(String(value), currentLanguage())
  const shown = isShort ? shortDateTimeText(String(value), currentLanguage()) : full
  return (
    <time className="unbroken" dateTime={String(value)} title={shown === full ? undefined : full}>
      {shown}
    </time>
  )
}

function TextValue({ value, spec: { options } }: ValueProps<'text'>) {
  const { t } = useTranslation('resources')
  if (options.said === 'hours') return <Hours text={hoursInWords(String(value), t)} />
  if (options.said === 'county') return countyName(String(value))
  return options.pattern === 'country' ? countryName(String(value), currentLanguage()) : String(value)
}

/** Hours in words, which may go on to a second line between two of them or before their weeks. */
function Hours({ text }: { readonly text: string }) {
  return text.split(/(, | \()/).map((part, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other name
    <span key={i} className={/^\S.*\d$/.test(part) ? 'unbroken' : undefined}>
      {part}
    </span>
  ))
}

function YesNo({ value, spec }: ValueProps<'boolean'>) {
  const { t } = useTranslation('shell')
  if (spec.options.quiet && !value) return null
  return <span className={value ? 'dot dot-filled unbroken' : 'dot unbroken'}>{t(value ? 'yes' : 'no')}</span>
}

function Choice({ resource, name, spec, value }: ValueProps<'choice'>) {
  const { t } = useTranslation('resources')
  return <ChoiceStamp option={spec.choices[String(value)]} label={t(choiceKey(resource, name, String(value)))} />
}

function ChoiceSet({ resource, name, value }: ValueProps<'set'>) {
  const { t } = useTranslation('resources')
  return (value as readonly string[]).map((choice) => t(choiceKey(resource, name, choice))).join(', ') // a set is a list of words on the wire
}

/** The title of the record it names, as a link where the person has a page for it and may do more than name it. */
function Reference({ name, record, spec, value }: ValueProps<'reference'>) {
  const { role } = usePerson()
  const target = resourceNamed(spec.to)
  const path = namesApart(target, role) ? null : recordPath(spec.to, String(value), role)
  const title = <OwnTitle resource={target}>{datedTitle(record._titles[name] ?? String(value))}</OwnTitle>
  return path ? (
    <Link className="reference" to={path}>
      {title}
    </Link>
  ) : (
    title
  )
}

function FileLink({ value }: ValueProps<'file'>) {
  const { t } = useTranslation('shell')
  return (
    <ApiLink path={String(value)} target="_blank" rel="noreferrer">
      {t('openFile')}
    </ApiLink>
  )
}
