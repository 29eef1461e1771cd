/** Options shared by the numeric field types. */
import * as z from 'zod/mini'
import { commonOptionsShape, optionalSchemas } from './checks/shape.ts'
import type { CommonOptions, SchemaShape } from './field-type.ts'

export interface NumberOptions extends CommonOptions {
  readonly min: number
  readonly max: number
  readonly default?: number
}

export const numberOptionsShape: SchemaShape<NumberOptions> = {
  ...commonOptionsShape,
  min: z.number(),
  max: z.number(),
  default: optionalSchemas.value,
}

/** Number of digits before the decimal sign. */
export const digitCount = (limit: number) => String(Math.trunc(limit)).length

/** A valid number: the default, or a small one. */
export const exampleNumber = ({ options }: { readonly options: NumberOptions }) =>
  options.default ?? Math.max(options.min, Math.min(1, options.max))

/** Rejects a `max` above 10^12: larger JSON numbers lose decimals. */
export function checkExactness({ max }: NumberOptions, fail: (problem: string) => void): void {
  if (max > 1e12) fail('max is above 1000000000000. JSON numbers cannot hold such values exactly.')
}
