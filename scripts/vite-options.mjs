import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { appRoot, root } from './project-files.mjs'

const ownFiles = join(appRoot, 'public')

/**
 * Vite's options for the application. Without a folder `public`, it has the fonts and the emblem of
 * the project.
 */
export const viteOptions = {
  root: appRoot,
  configFile: join(root, 'vite.config.ts'),
  publicDir: existsSync(ownFiles) ? ownFiles : join(root, 'public'),
  logLevel: 'warn',
}
