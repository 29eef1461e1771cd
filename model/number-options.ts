/** Options of fields of numbers, which several kinds share. */
import * as z from 'zod/mini'
import { common, maybe } from './checks/shape.ts'
import type { CommonOptions, Words } from './kind.ts'

export interface NumberOptions extends CommonOptions {
  readonly min: number
  readonly max: number
  readonly default?: number
  /** Shown without signs between its digits: a year. */
  readonly isYear?: true
}

export const numberWords: Words<NumberOptions> = { ...common, min: z.number(), max: z.number(), default: maybe.value, isYear: maybe.mark }

/** Digits before the decimal sign. */
export const digitsOf = (limit: number) => String(Math.trunc(limit)).length

/** A sound number: the default, or a small one. */
export const someNumber = ({ options }: { readonly options: NumberOptions }) =>
  options.default ?? Math.max(options.min, Math.min(1, options.max))

/** A JSON number holds decimals exactly up to here. */
export function checkExactness({ max }: NumberOptions, fail: (problem: string) => void): void {
  if (max > 1e12) fail('is larger than a JSON number holds exactly')
}
