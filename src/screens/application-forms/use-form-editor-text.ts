import { createUseTexts } from '@matricola/console/app/create-use-texts.ts'
import { useUser } from '@matricola/console/app/user-context.ts'
import { createContext, useContext } from 'react'
import type { FixedItemName } from '#resources/admission/fixed-items.ts'
import type { FormTexts } from '#resources/admission/form-content.ts'
import { textIn } from '#resources/admission/translated-name.ts'
import { documentFor, isStandardDocument } from '#resources/application-documents.ts'
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

/** The degree of the form that is edited, which determines labels of documents. */
export const FormDegree = createContext<string | undefined>(undefined)

/** Returns a function that gives the text key of a field that every applicant is asked for. */
export function useFixedItemKey(): (name: FixedItemName) => string {
  const degree = useContext(FormDegree)
  return (name) =>
    isStandardDocument(name)
      ? `apply:documents.${documentFor(name, degree)}`
      : `apply:fields.${name}`
}

/** Returns a function that gives the label of a field that every applicant is asked for. */
export function useFixedItemLabel(): (name: FixedItemName) => string {
  const { t } = useFormEditorText()
  const fixedItemKey = useFixedItemKey()
  return (name) => t(`${fixedItemKey(name)}.label`)
}
