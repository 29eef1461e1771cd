export function unknownScreens(options?: { readonly base?: string; readonly condition?: string }): Promise<string[]>
