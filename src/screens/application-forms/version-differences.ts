/** The differences between two contents of an application form. */
import { fieldsRead } from '@matricola/schema/predicate.ts'
import { fixedItemNames } from '#resources/admission/fixed-items.ts'
import { factsKnownAfter } from '#resources/admission/form-checks.ts'
import {
  type FixedItem,
  type FormContent,
  type FormItem,
  itemsOf,
} from '#resources/admission/form-content.ts'
import { type FormPage, fixedItemOf } from './content-edits.ts'

export type FormDifference =
  | { readonly kind: 'pageAdded' | 'pageRemoved' | 'pageRenamed'; readonly page: FormPage }
  | {
      readonly kind:
        | 'added'
        | 'removed'
        | 'moved'
        | 'texts'
        | 'settings'
        | 'asks'
        | 'required'
        | 'use'
      readonly item: FormItem
      readonly before?: FormItem
    }
  | { readonly kind: 'texts'; readonly field: string }

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Properties by the kind of their difference. All others are settings of the type. */
const kindOfProperty: { readonly [name: string]: 'texts' | 'asks' | 'required' | 'use' } = {
  label: 'texts',
  help: 'texts',
  variants: 'texts',
  text: 'texts',
  asks: 'asks',
  required: 'required',
  listed: 'use',
  readers: 'use',
}
const differenceKinds = ['texts', 'settings', 'asks', 'required', 'use'] as const

/** Lists what changed, in the order of the new content. Removed parts come last. */
export function formDifferences(before: FormContent, after: FormContent): FormDifference[] {
  const pagesBefore = new Map(before.pages.map((page) => [page.id, page]))
  const itemsBefore = new Map(itemsOf(before).map((item) => [item.id, item]))
  const moved = movedItems(before, after)
  const kept = new Set(itemsOf(after).map(({ id }) => id))
  return [
    ...after.pages.flatMap((page): FormDifference[] => {
      const earlier = pagesBefore.get(page.id)
      const ofPage: FormDifference[] = !earlier
        ? [{ kind: 'pageAdded', page }]
        : isSame(earlier.title, page.title)
          ? []
          : [{ kind: 'pageRenamed', page }]
      return [
        ...ofPage,
        ...page.items.flatMap((item): FormDifference[] => {
          const was = itemsBefore.get(item.id)
          if (!was) return [{ kind: 'added', item }]
          const kinds = changedKinds(was, item)
          return [
            ...(moved.has(item.id) ? [{ kind: 'moved', item } as const] : []),
            ...differenceKinds
              .filter((kind) => kinds.has(kind))
              .map((kind) => ({ kind, item, before: was }) as const),
          ]
        }),
      ]
    }),
    ...itemsOf(before)
      .filter(({ id }) => !kept.has(id))
      .map((item) => ({ kind: 'removed', item }) as const),
    ...before.pages
      .filter(({ id }) => !after.pages.some((page) => page.id === id))
      .map((page) => ({ kind: 'pageRemoved', page }) as const),
    ...fixedItemNames
      .filter((field) => !isSame(fixedItemOf(before, field), fixedItemOf(after, field)))
      .map((field) => ({ kind: 'texts', field }) as const),
  ]
}

function changedKinds(before: FormItem, after: FormItem) {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  const valueIn = (item: FormItem, name: string) =>
    (item as { readonly [n: string]: unknown })[name]
  return new Set(
    [...names]
      .filter((name) => !isSame(valueIn(before, name), valueIn(after, name)))
      .map((name) => kindOfProperty[name] ?? 'settings'),
  )
}

/** The questions that stand on another page, or after another question, among those that stayed. */
function movedItems(before: FormContent, after: FormContent): ReadonlySet<string> {
  const remaining = new Set(itemsOf(after).map(({ id }) => id))
  const orderBefore = itemsOf(before)
    .map(({ id }) => id)
    .filter((id) => remaining.has(id))
  const known = new Set(orderBefore)
  const orderAfter = itemsOf(after)
    .map(({ id }) => id)
    .filter((id) => known.has(id))
  const pageOf = (content: FormContent) =>
    new Map(content.pages.flatMap(({ id, items }) => items.map((item) => [item.id, id])))
  const [pagesBefore, pagesAfter] = [pageOf(before), pageOf(after)]
  const staying = longestCommon(orderBefore, orderAfter)
  return new Set(
    orderAfter.filter((id) => !staying.has(id) || pagesBefore.get(id) !== pagesAfter.get(id)),
  )
}

/** The longest part of the order that both lists have, so that as few questions as possible moved. */
function longestCommon(one: readonly string[], other: readonly string[]): ReadonlySet<string> {
  const position = new Map(one.map((id, index) => [id, index]))
  let best: readonly string[] = []
  const endingAt: (readonly string[])[] = []
  for (const [index, id] of other.entries()) {
    const place = position.get(id) ?? -1
    let longest: readonly string[] = []
    for (let earlier = 0; earlier < index; earlier++) {
      const chain = endingAt[earlier] ?? []
      const last = position.get(chain.at(-1) ?? '') ?? -1
      if (last < place && chain.length > longest.length) longest = chain
    }
    const chain = [...longest, id]
    endingAt.push(chain)
    if (chain.length > best.length) best = chain
  }
  return new Set(best)
}

/** Returns the content with new ids, so that it can be used in another form. */
export function withNewIds(
  content: FormContent,
  createId: (part: 'q' | 'p' | 'o' | 'c') => string,
) {
  const ids = new Map<string, string>()
  const text = JSON.stringify(content).replace(
    /"([qpoc])_[a-z0-9]{6}"/g,
    (quoted, part: string) => {
      const id = ids.get(quoted) ?? `"${createId(part as 'q' | 'p' | 'o' | 'c')}"`
      ids.set(quoted, id)
      return id
    },
  )
  return JSON.parse(text) as FormContent
}

/** Removes conditions that read questions, or facts that they supply, which the content lacks. */
export function withoutUnknownConditions(content: FormContent): FormContent {
  const items = itemsOf(content)
  const known = new Set([
    ...items.map(({ id }) => id),
    ...factsKnownAfter(items).map(([name]) => name),
  ])
  const isKnown = (condition: object) =>
    fieldsRead(condition as never).every((name) => known.has(name))
  const knownVariants = (variants: FixedItem['variants']) => {
    const kept = variants?.filter(({ when }) => isKnown(when)) ?? []
    return kept.length > 0 && { variants: kept }
  }
  return {
    ...(content.fixed && {
      fixed: content.fixed.map(({ variants, ...others }) => ({
        ...others,
        ...knownVariants(variants),
      })),
    }),
    pages: content.pages.map((page) => ({
      ...page,
      items: page.items.map((item) => {
        const { asks, variants, ...others } = item
        return {
          ...others,
          ...(asks && isKnown(asks) && { asks }),
          ...knownVariants(variants),
          ...(typeof item.required === 'object' && !isKnown(item.required) && { required: true }),
        } as FormItem
      }),
    })),
  }
}
