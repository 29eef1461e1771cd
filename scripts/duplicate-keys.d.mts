export function saidTwice(base?: string): string[]
