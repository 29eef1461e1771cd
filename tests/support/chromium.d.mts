export function chromiumPath(): Promise<string | undefined>
export function headlessShellPath(): Promise<string | undefined>
export const chromiumArgs: readonly string[]
