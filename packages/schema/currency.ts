/** The currency of an amount: that of its field, its record or the application. */
import type { FieldSpec } from './field.ts'
import { registryOf } from './registry.ts'
import type { AnyResource } from './resource.ts'

/**
 * The currency of a field. Undefined if the record does not have it yet, or if neither field nor
 * application declares one.
 */
export function currencyOf(
  resource: AnyResource,
  { options }: FieldSpec,
  values: { readonly [field: string]: unknown } = {},
): string | undefined {
  const declaredCurrency = 'currency' in options ? options.currency : undefined
  if (declaredCurrency === undefined) return registryOf(resource).currency
  if (typeof declaredCurrency === 'string') return declaredCurrency
  const found = values[declaredCurrency.field]
  return typeof found === 'string' && found !== '' ? found : undefined
}
