import { numberFormat } from '@matricola/schema/values/intl-formats.ts'

/** Minutes as `3 h 20 min`; `2 h` if they are a whole number of hours. */
export function durationText(minutes: number, language: string): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  const text = (amount: number, unit: 'hour' | 'minute') =>
    numberFormat(language, { style: 'unit', unit, unitDisplay: 'short' }).format(amount)
  return [
    ...(hours > 0 ? [text(hours, 'hour')] : []),
    ...(rest > 0 || hours === 0 ? [text(rest, 'minute')] : []),
  ].join(' ')
}
