/** Package by which React takes turns; it comes without types. */
declare module 'scheduler' {
  /** Has React draw that long, in frames of a second, before others have a turn. */
  export function unstable_forceFrameRate(frames: number): void
}
