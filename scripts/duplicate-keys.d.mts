export function findDuplicateKeys(base?: string): string[]
