import { createUseTexts } from '@matricola/console/app/create-use-texts.ts'
import { useUser } from '@matricola/console/app/user-context.ts'
import type { FixedItemName } from '#resources/admission/fixed-items.ts'
import type { FormTexts } from '#resources/admission/form-content.ts'
import { textIn } from '#resources/admission/translated-name.ts'
import { isStandardDocument } from '#resources/application-documents.ts'
import { languages } from '#resources/languages.ts'

export const useFormEditorText = createUseTexts(
  'formEditor',
  'apply',
  'formItems',
  'resources',
  'pages',
  'errors',
)

/** The language in which no text of a published form may be missing. */
export const useTextLanguage = (): string => useUser().universityLanguage ?? languages[0]

/**
 * Returns a function that gives a text of the form in a language, by default that of the page. Falls
 * back to the university's language, and then to any other.
 */
export function useFormWords(): (texts: FormTexts, inLanguage?: string) => string {
  const { language } = useFormEditorText()
  const universityLanguage = useTextLanguage()
  return (texts, inLanguage = language) =>
    textIn(texts, inLanguage, universityLanguage) || (Object.values(texts)[0] ?? '')
}

/** Text key of a field that every applicant is asked for. */
export const fixedItemKey = (name: FixedItemName) =>
  isStandardDocument(name) ? `apply:documents.${name}` : `apply:fields.${name}`

/** Returns a function that gives the label of a field that every applicant is asked for. */
export function useFixedItemLabel(): (name: FixedItemName) => string {
  const { t } = useFormEditorText()
  return (name) => t(`${fixedItemKey(name)}.label`)
}
