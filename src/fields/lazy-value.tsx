import type { ValueProps } from '@matricola/console/fields/field-type-components.ts'
import { lazy, type ReactNode, Suspense } from 'react'

type LazyValue = (props: ValueProps) => ReactNode

const PlainValue: LazyValue = ({ value }) => String(value)

/** A display whose code and texts are loaded when a page shows it; the text if that fails. */
export function createLazyValue(load: () => Promise<LazyValue>): LazyValue {
  const Loaded = lazy<LazyValue>(async () => {
    try {
      return { default: await load() }
    } catch {
      return { default: PlainValue }
    }
  })
  return function LazyFieldValue(props) {
    return (
      <Suspense fallback={<span aria-busy="true" />}>
        <Loaded {...props} />
      </Suspense>
    )
  }
}
