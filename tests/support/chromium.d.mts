export function chromiumPath(): Promise<string | undefined>
export function shellPath(): Promise<string | undefined>
export const chromiumArgs: readonly string[]
