/**
 * Reads uploaded files in a thread whose memory and time are limited, so that a malicious file
 * cannot stop or slow down the program.
 */
import { Worker } from 'node:worker_threads'
import { refusalWithReason } from '@matricola/schema/wire/errors.ts'
import {
  FileReadError,
  type FileReader,
  fileTooLarge,
  type ParsedFile,
  type ReadRequest,
  type ReadResponse,
  unreadableFile,
} from '../../ports/file-reader.ts'
import { createTaskQueue } from '../../task-queue.ts'

const heapMb = 256
const timeoutMs = 20_000

/** Returns a reader that runs `worker` (the compiled `read-worker.ts`) for one file at a time. */
export function createFileReader(worker: URL): FileReader {
  const enqueue = createTaskQueue({ maxWaiting: 16, maxWaitMs: 60_000, concurrency: 1 })
  return (bytes, options) => enqueue(() => readInThread(worker, { bytes, options }))
}

function readInThread(worker: URL, request: ReadRequest): Promise<ParsedFile> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(worker, {
      workerData: request,
      name: 'file of rows',
      resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 32 },
    })
    const timer = setTimeout(
      () => end(() => reject(fileReadRefusal(fileTooLarge('table.tooSlow')))),
      timeoutMs,
    )
    const end = (complete: () => void) => {
      clearTimeout(timer)
      thread.removeAllListeners()
      // A terminated thread may still emit an error.
      thread.on('error', () => undefined)
      void thread.terminate()
      complete()
    }
    thread.once('message', (answer: ReadResponse) =>
      end(() =>
        'file' in answer
          ? resolve(answer.file)
          : reject(fileReadRefusal(new FileReadError(answer.fault, answer.reason))),
      ),
    )
    thread.once('error', (error) =>
      end(() =>
        reject(isOutOfMemory(error) ? fileReadRefusal(fileTooLarge('table.tooMuchMemory')) : error),
      ),
    )
    thread.once('exit', () => end(() => reject(fileReadRefusal(unreadableFile()))))
  })
}

/** Converts a read error to a refusal with the reason. */
export const fileReadRefusal = ({ code, reason }: FileReadError) =>
  refusalWithReason(code, { file: [reason] })

const isOutOfMemory = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
