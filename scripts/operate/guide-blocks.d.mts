export interface Block {
  readonly heading: string
  readonly commands: string
}
export function blocksOf(guide: string, language?: string): Block[]
export function filledSettings(delivered: string): string
