import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, readFile, rename, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makeFolder, openNewFile } from './durable.ts'

/** A file that is removed at the end, unless a store on the same disk has moved it. */
export class TemporaryFile {
  readonly #path: string
  readonly #handle: FileHandle
  #wasMoved = false
  private constructor(path: string, handle: FileHandle) {
    this.#path = path
    this.#handle = handle
  }

  /** Creates a file in a folder, and the folder if necessary. */
  static async create(folder: string): Promise<TemporaryFile> {
    const path = join(folder, randomUUID())
    return new TemporaryFile(
      path,
      await openNewFile(path, (missing) => mkdir(missing, { recursive: true, mode: 0o700 })),
    )
  }

  /** Appends bytes. */
  write(bytes: Uint8Array): Promise<void> {
    return this.#handle.writeFile(bytes)
  }

  read(): Promise<Buffer> {
    return readFile(this.#path)
  }

  /**
   * Syncs the file and moves it. Returns false if the path is on another file system. The caller
   * must sync the folder of the path.
   */
  async moveTo(path: string): Promise<boolean> {
    await this.#handle.sync()
    const move = () => rename(this.#path, path)
    try {
      await move().catch(async (error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error
        await makeFolder(dirname(path))
        await move()
      })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EXDEV') return false
      throw error
    }
    this.#wasMoved = true
    return true
  }

  /**
   * Closes the file and removes it unless it was moved. Uses `unlink`, because `rm` makes an
   * additional system call.
   */
  async end(): Promise<void> {
    await this.#handle.close()
    if (!this.#wasMoved) await unlink(this.#path).catch(ignoreMissing)
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}
