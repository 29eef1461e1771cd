import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** One fenced block of a guide, the file it applies to, and its language. */
export interface GuideStep {
  readonly language: 'ts' | 'tsx' | 'diff' | 'json' | 'sh'
  readonly path: string
  readonly text: string
}

/** Returns the fenced blocks of a guide, each with the last file named before it. */
export function parseGuide(guide: string): GuideStep[] {
  const steps: GuideStep[] = []
  let path = ''
  for (const [whole, fenced, language, text] of guide.matchAll(
    /(```(\w+)\n([\s\S]*?)```)|`([\w./-]+\/[\w.-]+\.\w+)`/g,
  )) {
    if (fenced) steps.push({ language: language as GuideStep['language'], path, text: text ?? '' })
    else path = whole.replaceAll('`', '')
  }
  return steps
}

/**
 * Applies a step to the project in `folder`. Throws unless the text that it changes occurs exactly
 * once.
 */
export function applyGuideStep({ language, path, text }: GuideStep, folder: string): void {
  const file = join(folder, path)
  if (language === 'ts' || language === 'tsx') {
    if (existsSync(file)) throw new Error(`${path} already exists`)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  if (language === 'json') {
    const before = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as object) : {}
    const merged = { ...before, ...(JSON.parse(text) as object) }
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, `${JSON.stringify(merged, null, 2)}\n`)
  }
  if (language === 'diff') {
    const lines = text.trimEnd().split('\n')
    const without = (sign: string) =>
      lines
        .filter((line) => !line.startsWith(sign))
        .map((line) => line.slice(1))
        .join('\n')
    const parts = readFileSync(file, 'utf8').split(without('+'))
    if (parts.length !== 2)
      throw new Error(
        `${path} contains the lines of the guide ${parts.length - 1} times:\n${without('+')}`,
      )
    writeFileSync(file, parts.join(without('-')))
  }
}
