import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Modules that the sources in these folders load with `lazyOverlay`. */
export function lazyModules(...folders: readonly string[]): string[] {
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
  )
  const found = files
    .filter((path) => /\.tsx?$/.test(path))
    .flatMap((path) =>
      [
        ...readFileSync(path, 'utf8').matchAll(/[=:] lazyOverlay\([\s\S]*?import\('([^']+)'\)/g),
      ].map(([, module = '']) =>
        module.startsWith('#')
          ? module.slice(1)
          : module.startsWith('.')
            ? join(dirname(path), module)
            : module.replace('@matricola/', 'packages/'),
      ),
    )
  return [...new Set(found)].sort()
}
