/** Contrast ratio of two colours as defined by WCAG 2, from 1 to 21. */
export function contrastRatio(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [relativeLuminance(one), relativeLuminance(other)].sort(
    (a, b) => a - b,
  )
  return (lighter + 0.05) / (darker + 0.05)
}

/** Relative luminance of a colour `#rrggbb`, from 0 to 1. */
function relativeLuminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const share = Number.parseInt(color.slice(start, start + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/**
 * For each theme, the background that contrasts least with text. A test checks these values against
 * the theme's colours.
 */
const leastContrastingBackground = { light: '#efece4', dark: '#1c2f48' }

const minContrast = 4.5

/** Whether text in the colour is legible on every background of the theme. */
export const isLegibleOn = (theme: keyof typeof leastContrastingBackground, color: string) =>
  contrastRatio(color, leastContrastingBackground[theme]) >= minContrast
