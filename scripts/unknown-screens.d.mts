export function findUnknownScreens(options?: {
  readonly base?: string
  readonly condition?: string
}): Promise<string[]>
