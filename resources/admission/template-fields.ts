/** Fields of message templates, such as `{{firstName}}`. Server and browser use the same functions. */

export const templateFields = [
  'firstName',
  'reference',
  'programme',
  'round',
  'confirmBy',
  'resultsOn',
  'missing',
  'officeHours',
] as const
export type TemplateField = (typeof templateFields)[number]

/** The values of an application in one language. Null: the application has none. */
export type TemplateValues = { readonly [F in TemplateField]: string | null }

const isTemplateField = (name: string): name is TemplateField =>
  templateFields.some((field) => field === name)

export const placeholderOf = (field: TemplateField) => `{{${field}}}`

const placeholder = /\{\{([^{}]*)\}\}/g

/** Names between double braces in a text, each once. */
export const namesIn = (text: string): readonly string[] => [
  ...new Set([...text.matchAll(placeholder)].map(([, name = '']) => name.trim())),
]

export const unknownNamesIn = (text: string) =>
  namesIn(text).filter((name) => !isTemplateField(name))

/** Fields in a text that were not filled in. */
export const unfilledIn = (text: string) => namesIn(text).filter(isTemplateField)

/** Fills in the fields. Those without a value stay, so that `unfilledIn` finds them. */
export const fillTemplate = (text: string, values: TemplateValues): string =>
  text.replace(placeholder, (whole, inner: string) => {
    const name = inner.trim()
    return isTemplateField(name) ? (values[name] ?? placeholderOf(name)) : whole
  })
