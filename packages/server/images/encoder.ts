/**
 * Runs decoders of pictures and PDFs in a few low-priority processes. They are started on demand
 * and end when idle.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { availableParallelism, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { AppError } from '@matricola/schema/wire/errors.ts'
import type { PdfReader, PdfResponse } from '../ports/pdf-reader.ts'
import {
  type EncodeResponse,
  EncoderExited,
  type Picture,
  type PictureEncoder,
} from '../ports/picture-encoder.ts'
import { createTaskQueue } from '../task-queue.ts'

/**
 * Files decoded in parallel. One core is left for requests. Each process uses about 80 MB of
 * memory, and twice as much once it has read a PDF.
 */
export const maxDecoders = Math.max(1, Math.min(4, availableParallelism() - 1))
/** Even on a busy machine, a process that has not responded after this time is considered hung. */
const maxDecodeMs = 60_000
const idleMs = 15_000
/** Gives the process about a third of the CPU share of a server process, if both need the CPU. */
const niceness = 5

/** A picture to encode or a PDF to read. */
export type DecoderTask = Picture | { readonly pdf: Uint8Array }
export type DecoderResult = EncodeResponse | PdfResponse

export interface Decoders {
  readonly encodePicture: PictureEncoder
  readonly readPdf: PdfReader
}

/** Returns decoders whose processes run `program`, the built `encode-process.ts`. */
export function createDecoders(program: URL): Decoders {
  const enqueue = createTaskQueue({ maxWaiting: 64, maxWaitMs: 20_000, concurrency: maxDecoders })
  const idle = new Set<Decoder>()
  const runTask = <T extends DecoderResult>(task: DecoderTask) =>
    enqueue(async () => {
      const [decoder = new Decoder(program, (exited) => idle.delete(exited))] = idle
      idle.delete(decoder)
      const answer = await decoder.run(task)
      decoder.release(idle)
      if ('error' in answer) throw new AppError(`upload.${answer.error}`)
      // `encode-process.ts` returns the matching type for each task.
      return answer as Exclude<T, { readonly error: unknown }>
    })
  return {
    async encodePicture(picture) {
      const { bytes } = await runTask<EncodeResponse>(picture)
      return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    },
    async readPdf(pdf) {
      try {
        return await runTask<PdfResponse>({ pdf })
      } catch (error) {
        // The PDF crashed its reader.
        throw error instanceof EncoderExited ? new AppError('upload.tooComplex') : error
      }
    },
  }
}

/** A process that decodes one file at a time. If it ends unexpectedly, that file was the cause. */
class Decoder {
  readonly #child: ChildProcess
  #end: NodeJS.Timeout | undefined

  constructor(program: URL, onEnd: (exited: Decoder) => void) {
    // The process does not inherit settings or secrets. `MALLOC_ARENA_MAX` limits memory, because
    // each decoder thread would keep an arena.
    const env = { MALLOC_ARENA_MAX: '2' }
    const execArgv = ['--max-old-space-size=96']
    this.#child = fork(fileURLToPath(program), [], {
      serialization: 'advanced',
      execArgv,
      env,
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    // An ended process is detected on its next use.
    this.#child.on('error', () => undefined)
    this.#child.once('exit', () => onEnd(this))
    if (this.#child.pid !== undefined) lowerPriority(this.#child.pid)
  }

  run(task: DecoderTask): Promise<DecoderResult> {
    clearTimeout(this.#end)
    const child = this.#child
    child.ref()
    child.channel?.ref()
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => child.kill('SIGKILL'), maxDecodeMs)
      const settle = (complete: () => void) => {
        clearTimeout(timer)
        child.off('message', onMessage).off('exit', onExit)
        complete()
      }
      // Only `encode-process.ts` sends messages.
      const onMessage = (answer: unknown) => settle(() => resolve(answer as DecoderResult))
      const onExit = () => settle(() => reject(new EncoderExited()))
      child.once('message', onMessage).once('exit', onExit)
      child.send(task, (error) => error && child.kill('SIGKILL'))
      if (child.exitCode !== null || child.signalCode !== null) onExit()
    })
  }

  /**
   * Marks the process as idle, and ends it if no file follows. An idle process does not keep the
   * program running.
   */
  release(idle: Set<Decoder>): void {
    const child = this.#child
    child.unref()
    child.channel?.unref()
    idle.add(this)
    this.#end = setTimeout(() => {
      idle.delete(this)
      child.disconnect()
    }, idleMs).unref()
  }
}

function lowerPriority(pid: number): void {
  try {
    setPriority(pid, niceness)
  } catch {
    // The process may have ended already, or the system has no priorities.
  }
}
