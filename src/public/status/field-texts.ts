import { countryName } from '@matricola/console/countries.ts'
import { currentLanguage, translate } from '@matricola/console/i18n.ts'
import { formatLongDay } from '@matricola/schema/values/dates.ts'
import type { Language } from '@matricola/schema/vocabulary.ts'
import { nameIn, textIn } from '#resources/admission/translated-name.ts'
import type { WireApplication } from '#resources/admission/wire.ts'
import type { WireIntake } from '#resources/admission/wire-intake.ts'
import { documentLabelKey, isDocumentName } from '#resources/application-documents.ts'
import { cachedPublicConfig } from '../public-config.ts'
import { findRequestedItem, requestedItemsBundle } from './requested-items.ts'

/** A field's label, as in the form. The name of a document depends on the degree. */
export function applicationFieldLabel(name: string, application: WireApplication): string {
  const item = findRequestedItem(application, name)
  if (item) return textIn(item.label, currentLanguage(), universityLanguage())
  const { cycle, questions, documents, fieldTexts, values } = application
  const label =
    documents.find(({ document }) => document === name)?.label ?? fieldTexts[name]?.label
  if (label) return textIn(label, currentLanguage(), universityLanguage())
  return (
    findApplicationRequirement(name, questions)?.labels[currentLanguage()] ??
    translate(
      isDocumentName(name)
        ? documentLabelKey(name, cycle, values.identityType)
        : `apply:fields.${name}.label`,
    )
  )
}

const universityLanguage = () => cachedPublicConfig()?.language ?? ''

/** A programme's question or document, or undefined for fields of every application. */
export const findApplicationRequirement = (
  name: string,
  requirements: WireApplication['questions'],
) => requirements.find((requirement) => requirement.name === name)

/**
 * Formats a value of an application. Choices of a question and names of programmes use the texts
 * that came with the application.
 */
export function applicationValueText(
  application: WireApplication,
  name: string,
  value: string | null,
  language: Language,
): string {
  const { questions, names } = application
  const item = findRequestedItem(application, name)
  const bundle = requestedItemsBundle()
  if (item && bundle)
    return bundle.typedAnswerText(item, value ?? '', language, universityLanguage())
  return (
    findApplicationRequirement(name, questions)?.choices?.[value ?? '']?.[language] ??
    (fieldsShownByName.includes(name) ? names[value ?? '']?.[language] : undefined) ??
    valueText(name, value, language)
  )
}

/** Fields whose values are shown by name. */
const fieldsShownByName: readonly string[] = ['departmentProfileId', 'specializationId']

/** Formats a value. References are shown by name if the programmes are known. */
export function valueText(
  name: string,
  value: string | null,
  language: Language,
  publicConfig: WireIntake | null = null,
): string {
  if (value === null || value === '') return translate('status:nothing')
  const match = [
    ...(publicConfig?.departments ?? []),
    ...(publicConfig?.specializations ?? []),
  ].find(({ id }) => id === value)
  if (match) return nameIn(match, language)
  if (name === 'sex') return translate(`status:sexes.${value}`)
  if (name === 'birthDate' && /^\d{4}-\d\d-\d\d$/.test(value)) return formatLongDay(value, language)
  if ((name === 'country' || name === 'citizenship') && /^[A-Z]{2}$/.test(value))
    return countryName(value, language)
  return value
}
