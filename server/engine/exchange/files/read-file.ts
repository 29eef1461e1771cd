/** Files of rows are read in a thread with little memory and little time: a bad one neither stops nor slows the program (S-16.2). */
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

/** A reader whose thread runs `worker`, the built `read-worker.ts`. */
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
      // A thread that is ended may still complain; nobody listens any more.
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

/** Refusal of a file, which names the reason. */
export const refusal = ({ code, reason }: ReadFault) => refusedBecause(code, { file: [reason] })

const isOutOfMemory = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
