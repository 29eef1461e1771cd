/** Changes to the content of an application form, as its editor makes them. */
import { fieldsRead } from '@matricola/schema/predicate.ts'
import { fold } from '@matricola/schema/values/folding.ts'
import {
  type FixedItem,
  type FormColumn,
  type FormCondition,
  type FormContent,
  type FormItem,
  type FormTexts,
  factSuppliedBy,
  itemsOf,
} from '#resources/admission/form-content.ts'

export type FormPage = FormContent['pages'][number]
export type FormItemType = FormItem['type']

/** Returns an id that no other question, page or option has. */
export function createPartId(part: 'q' | 'p' | 'o' | 'c'): string {
  const characters = 'abcdefghijklmnopqrstuvwxyz0123456789'
  // The remainder favours a few characters slightly, which does not matter for ids.
  const picked = [...crypto.getRandomValues(new Uint8Array(6))].map(
    (byte) => characters[byte % characters.length],
  )
  return `${part}_${picked.join('')}`
}

/** The conditions of a question: when it is asked or required, and when it has other texts. */
export const conditionsOfItem = (item: FormItem | FixedItem): readonly FormCondition[] =>
  [
    ...('id' in item ? [item.asks, item.required] : []),
    ...(item.variants ?? []).map(({ when }) => when),
  ].filter((one) => typeof one === 'object')

/** Whether a condition reads the answer to another question, or the fact that it supplies. */
const readsItem = (item: FormItem | FixedItem, other: FormItem) =>
  conditionsOfItem(item).some((condition) =>
    fieldsRead(condition).some((name) => name === other.id || name === factSuppliedBy(other)),
  )

/** The questions and fields whose conditions read the answer to a question. */
export function readersOf(content: FormContent, id: string): readonly (FormItem | FixedItem)[] {
  const read = findItem(content, id)
  const all = [...itemsOf(content), ...(content.fixed ?? [])]
  return read ? all.filter((item) => readsItem(item, read)) : []
}

/** The texts that the form has for a field of every application. */
export const fixedItemOf = ({ fixed }: FormContent, field: string): FixedItem =>
  fixed?.find((item) => item.field === field) ?? { field }

/** Replaces the texts for a field of every application. Without any, its entry is removed. */
export function withFixedItem(content: FormContent, changed: FixedItem): FormContent {
  const { fixed = [], ...others } = content
  const next = fixed.filter(({ field }) => field !== changed.field)
  if (changed.help || changed.variants) next.push(changed)
  return next.length === 0 ? others : { ...others, fixed: next }
}

export const findItem = (content: FormContent, id: string): FormItem | undefined =>
  itemsOf(content).find((item) => item.id === id)

export const pageOfItem = (content: FormContent, id: string): FormPage | undefined =>
  content.pages.find(({ items }) => items.some((item) => item.id === id))

/**
 * A question that the new order puts before a question whose answer it reads; undefined if the
 * order is possible.
 */
export function orderConflict(
  content: FormContent,
): { readonly reader: FormItem; readonly read: FormItem } | undefined {
  const items = itemsOf(content)
  for (const [index, reader] of items.entries()) {
    const read = items.slice(index).find((one) => readsItem(reader, one))
    if (read) return { reader, read }
  }
  return undefined
}

/** Returns a name in files that no other question has, made from a text. */
export function uniqueKey(content: FormContent, text: string, exceptId = ''): string {
  const words = fold(text)
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
  const joined = words
    .map((word, index) => (index === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join('')
    .replace(/^\d+/, '')
    .slice(0, 36)
  const base = /^[a-z]/.test(joined) ? joined : 'question'
  const taken = new Set(
    itemsOf(content)
      .filter(({ id }) => id !== exceptId)
      .map(({ key }) => key),
  )
  for (let number = 1; ; number++) {
    const key = number === 1 && base !== 'question' ? base : `${base}${number}`
    if (!taken.has(key)) return key
  }
}

/** Whether the name in files was not chosen yet. */
export const isDefaultKey = (key: string) => /^question\d+$/.test(key)

const withPages = (content: FormContent, change: (page: FormPage) => FormPage): FormContent => ({
  ...content,
  pages: content.pages.map(change),
})

const withItemAt = (items: readonly FormItem[], index: number, item: FormItem) => [
  ...items.slice(0, index),
  item,
  ...items.slice(index),
]

/** Inserts a question after another one, or at the end of a page. */
export const addItem = (
  content: FormContent,
  item: FormItem,
  place: { readonly pageId: string; readonly afterId?: string | undefined },
): FormContent =>
  withPages(content, (page) => {
    if (page.id !== place.pageId) return page
    const index = page.items.findIndex(({ id }) => id === place.afterId)
    return {
      ...page,
      items: withItemAt(page.items, index < 0 ? page.items.length : index + 1, item),
    }
  })

export const removeItem = (content: FormContent, id: string): FormContent =>
  withPages(content, (page) =>
    page.items.some((item) => item.id === id)
      ? { ...page, items: page.items.filter((item) => item.id !== id) }
      : page,
  )

/**
 * Puts a removed question or page back where it was, into content that may have changed since. A
 * question whose page was removed as well is put on the last page.
 */
export function restorePart(content: FormContent, before: FormContent, id: string): FormContent {
  const pageIndex = before.pages.findIndex((page) => page.id === id)
  const removedPage = before.pages[pageIndex]
  if (removedPage) return { ...content, pages: content.pages.toSpliced(pageIndex, 0, removedPage) }
  const formerPage = pageOfItem(before, id)
  const index = formerPage?.items.findIndex((item) => item.id === id) ?? -1
  const item = formerPage?.items[index]
  const page = content.pages.find((one) => one.id === formerPage?.id) ?? content.pages.at(-1)
  if (!item || !page) return content
  return replacePage(content, { ...page, items: page.items.toSpliced(index, 0, item) })
}

export const replaceItem = (content: FormContent, changed: FormItem): FormContent =>
  withPages(content, (page) => ({
    ...page,
    items: page.items.map((item) => (item.id === changed.id ? changed : item)),
  }))

/** Moves a question to an index of a page, counted without the question. */
export function moveItem(
  content: FormContent,
  id: string,
  place: { readonly pageId: string; readonly index: number },
): FormContent {
  const item = findItem(content, id)
  if (!item) return content
  return withPages(removeItem(content, id), (page) =>
    page.id === place.pageId ? { ...page, items: withItemAt(page.items, place.index, item) } : page,
  )
}

/**
 * Moves a question by one position. At the edge of a page, it moves to the neighbouring page.
 * Returns the same content if there is no further position.
 */
export function shiftItem(content: FormContent, id: string, step: 1 | -1): FormContent {
  const page = pageOfItem(content, id)
  if (!page) return content
  const index = page.items.findIndex((item) => item.id === id) + step
  if (index >= 0 && index < page.items.length)
    return moveItem(content, id, { pageId: page.id, index })
  const neighbour = content.pages[content.pages.indexOf(page) + step]
  if (!neighbour) return content
  return moveItem(content, id, {
    pageId: neighbour.id,
    index: step === 1 ? 0 : neighbour.items.length,
  })
}

/** The words of a name in files. */
export const spacedKey = (key: string) => key.replace(/([A-Z])/g, ' $1')

/** The question without its fact if another one of the form supplies it already. */
export function withFreeFact(content: FormContent, item: FormItem): FormItem {
  const fact = factSuppliedBy(item)
  if (fact === undefined || itemsOf(content).every((one) => factSuppliedBy(one) !== fact))
    return item
  const { fact: _, ...others } = item as FormItem & { readonly fact: unknown }
  return others as FormItem
}

/** A copy with ids and a name of its own. Its conditions read the same questions. */
export const copyItem = (content: FormContent, item: FormItem): FormItem =>
  ({
    ...withFreeFact(content, item),
    id: createPartId('q'),
    key: uniqueKey(content, spacedKey(item.key)),
    ...withNewOptions(item),
    ...(item.type === 'table' && {
      columns: item.columns.map((column) => ({
        ...column,
        ...withNewOptions(column),
        id: createPartId('c'),
      })),
    }),
  }) as FormItem

const withNewOptions = (part: FormItem | FormColumn) =>
  'options' in part && {
    options: part.options.map((option) => ({ ...option, id: createPartId('o') })),
  }

export const addPage = (content: FormContent, title: FormTexts): FormContent => ({
  ...content,
  pages: [...content.pages, { id: createPartId('p'), title, items: [] }],
})

export const replacePage = (content: FormContent, changed: FormPage): FormContent =>
  withPages(content, (page) => (page.id === changed.id ? changed : page))

export const removePage = (content: FormContent, id: string): FormContent => ({
  ...content,
  pages: content.pages.filter((page) => page.id !== id),
})

export function shiftPage(content: FormContent, id: string, step: 1 | -1): FormContent {
  const index = content.pages.findIndex((page) => page.id === id)
  const page = content.pages[index]
  const neighbour = content.pages[index + step]
  if (!page || !neighbour) return content
  return {
    ...content,
    pages: content.pages.map((one) => (one === page ? neighbour : one === neighbour ? page : one)),
  }
}

/** Sets a text in a language; an empty text removes it. */
export function withText(texts: FormTexts, language: string, text: string): FormTexts {
  const { [language]: _, ...others } = texts
  return text === '' ? others : { ...others, [language]: text }
}

/** The texts of a question, page or field in which a language is missing. */
export const countMissingTexts = (
  part: FormItem | FormColumn | FormPage | FixedItem,
  language: string,
): number => missingIn(textsOf(part), language)
export const missingIn = (all: readonly FormTexts[], language: string): number =>
  all.filter((texts) => texts[language] === undefined).length

/** All texts of a question, page or field. */
export const textsOf = (
  part: FormItem | FormColumn | FormPage | FixedItem,
): readonly FormTexts[] =>
  'title' in part
    ? [part.title]
    : [
        ...('label' in part ? [part.label] : []),
        ...('help' in part && part.help ? [part.help] : []),
        ...('options' in part ? part.options.map(({ label }) => label) : []),
        ...('columns' in part ? part.columns.flatMap(textsOf) : []),
        ...('text' in part ? [part.text] : []),
        ...(('variants' in part && part.variants) || []).flatMap(({ label, help }) =>
          [label, help].filter((texts) => texts !== undefined),
        ),
      ]
