export interface Block {
  readonly heading: string
  readonly commands: string
}
export function guideBlocks(guide: string, language?: string): Block[]
export function fillInSettings(delivered: string): string
