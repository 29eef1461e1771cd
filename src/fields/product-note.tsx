import { productWanted } from '#model/predicate.ts'
import type { AnyResource } from '#model/resource.ts'
import { usePageText } from '#src/fields/page-text.ts'
import { Icon } from '#src/icons/icon.tsx'
import { numberDisplay } from './number-text.ts'

export type ProductState = 'open' | 'right' | 'wrong'

export interface Product {
  readonly left: number
  readonly right: number
  readonly product: number
  /** Agreement of the field's own value with it; open while the field has none. */
  readonly state: ProductState
}

/** Product that a rule of the resource works out for a field from two others, once both are filled in. */
export function productOf(resource: AnyResource, name: string, values: { readonly [field: string]: unknown }): Product | null {
  const names = Object.values(resource.rules ?? {})
    .filter(({ field }) => field === name)
    .map(({ check }) => productWanted(check, name))
    .find((found) => found !== undefined)
  const [left, right] = names?.map((factor) => values[factor]) ?? []
  if (typeof left !== 'number' || typeof right !== 'number') return null
  const product = left * right
  const value = values[name]
  return { left, right, product, state: typeof value !== 'number' ? 'open' : value === product ? 'right' : 'wrong' }
}

/** The sum under the field, such as 3 × 60 = 180, and whether the field agrees with it. */
export function ProductNote({ id, product, value }: { readonly id: string; readonly product: Product; readonly value: unknown }) {
  const { t, language } = usePageText()
  const shown = (figure: number) => numberDisplay(figure, language)
  const { left, right, state } = product
  const calculation = t('fields.product', { left: shown(left), right: shown(right), product: shown(product.product) })
  return (
    <p className={`field-note product-note ${state}`} id={id}>
      {state === 'wrong' ? t('fields.productDiffers', { calculation, value: shown(Number(value)) }) : calculation}
      {state !== 'open' && <Icon name={state === 'right' ? 'check' : 'warning'} />}
    </p>
  )
}
