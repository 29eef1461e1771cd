/** Reads uploaded files in a thread with limited memory and time, so that a malicious file cannot stop or slow down the program. */
import { Worker } from 'node:worker_threads'
import { refusedBecause } from '#model/wire/errors.ts'
import { turns } from '#server/engine/turns.ts'
import {
  type FileReader,
  type ReadAnswer,
  ReadFault,
  type ReadFile,
  type ReadRequest,
  tooLarge,
  unreadable,
} from '../../ports/file-reader.ts'

const heapMb = 256
const deadlineMs = 20_000

/** Returns a reader that runs `worker` (the compiled `read-worker.ts`) for one file at a time. */
export function fileReader(worker: URL): FileReader {
  const inTurn = turns({ maxWaiting: 16, maxWaitMs: 60_000, atOnce: 1 })
  return (bytes, options) => inTurn(() => readInThread(worker, { bytes, options }))
}

function readInThread(worker: URL, request: ReadRequest): Promise<ReadFile> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(worker, {
      workerData: request,
      name: 'file of rows',
      resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 32 },
    })
    const timer = setTimeout(() => end(() => reject(refusal(tooLarge('table.tooSlow')))), deadlineMs)
    const end = (tell: () => void) => {
      clearTimeout(timer)
      thread.removeAllListeners()
      // A terminated thread may still emit an error.
      thread.on('error', () => undefined)
      void thread.terminate()
      tell()
    }
    thread.once('message', (answer: ReadAnswer) =>
      end(() => ('file' in answer ? resolve(answer.file) : reject(refusal(new ReadFault(answer.fault, answer.reason))))),
    )
    thread.once('error', (error) => end(() => reject(isOutOfMemory(error) ? refusal(tooLarge('table.tooMuchMemory')) : error)))
    thread.once('exit', () => end(() => reject(refusal(unreadable()))))
  })
}

/** Converts a read error to a refusal that names the reason. */
export const refusal = ({ code, reason }: ReadFault) => refusedBecause(code, { file: [reason] })

const isOutOfMemory = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
