/**
 * A page described by shapes. Coordinates are abstract units, x to the right and y down. Rendered
 * as PDF or as pixels.
 */
export type Colour = readonly [red: number, green: number, blue: number]

export type Shape =
  | {
      readonly kind: 'box'
      readonly x: number
      readonly y: number
      readonly w: number
      readonly h: number
      readonly fill: Colour
    }
  | {
      readonly kind: 'disc'
      readonly x: number
      readonly y: number
      readonly r: number
      readonly fill: Colour
    }
  | {
      readonly kind: 'line'
      readonly from: readonly [x: number, y: number]
      readonly to: readonly [x: number, y: number]
      readonly width: number
      readonly colour: Colour
    }
  | TextShape

export interface TextShape {
  readonly kind: 'text'
  readonly x: number
  /** Position of the baseline. */
  readonly y: number
  readonly size: number
  readonly text: string
  readonly colour: Colour
  readonly isBold?: boolean
  readonly isCentred?: boolean
}

export interface Scene {
  readonly width: number
  readonly height: number
  readonly paper: Colour
  readonly shapes: readonly Shape[]
}

export const ink: Colour = [26, 34, 48]
export const faintInk: Colour = [105, 112, 124]

export const box = (x: number, y: number, w: number, h: number, fill: Colour): Shape => ({
  kind: 'box',
  x,
  y,
  w,
  h,
  fill,
})
export const disc = (x: number, y: number, r: number, fill: Colour): Shape => ({
  kind: 'disc',
  x,
  y,
  r,
  fill,
})
export const line = (
  from: readonly [number, number],
  to: readonly [number, number],
  width: number,
  colour: Colour,
): Shape => ({
  kind: 'line',
  from,
  to,
  width,
  colour,
})

/** Returns the four lines of a rectangle. */
export const frame = (
  x: number,
  y: number,
  w: number,
  h: number,
  width: number,
  colour: Colour,
): Shape[] => [
  line([x, y], [x + w, y], width, colour),
  line([x + w, y], [x + w, y + h], width, colour),
  line([x + w, y + h], [x, y + h], width, colour),
  line([x, y + h], [x, y], width, colour),
]

export const textShape = (
  x: number,
  y: number,
  size: number,
  content: string,
  more: Partial<TextShape> = {},
): Shape => ({
  kind: 'text',
  x,
  y,
  size,
  text: content,
  colour: ink,
  ...more,
})
