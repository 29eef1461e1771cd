export function packageLocales(base?: string): string[]
export function programLocales(base?: string): string[]
