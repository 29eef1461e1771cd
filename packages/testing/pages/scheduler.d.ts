/** The package that schedules React's work. It has no type declarations. */
declare module 'scheduler' {
  /** Sets the frame rate. React works for one frame before it yields. */
  export function unstable_forceFrameRate(frames: number): void
}
