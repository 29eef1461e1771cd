/** How values that are stored encrypted are shown. */

const mask = '•'

/**
 * Masks all but the last three characters. In numbers with fewer than eight characters, at most a
 * third stays visible.
 */
export function maskNumber(number: string): string {
  const visible = number.length < 8 ? Math.floor(number.length / 3) : 3
  return mask.repeat(number.length - visible) + number.slice(number.length - visible)
}

export const isMaskedNumber = (text: string) => text.includes(mask)
