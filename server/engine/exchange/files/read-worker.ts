/** The thread that reads one file. A malformed file can only crash this thread. */
import { parentPort, workerData } from 'node:worker_threads'
import { type ReadAnswer, ReadFault, type ReadRequest, unreadable } from '../../ports/file-reader.ts'
import { readRows } from './read-rows.ts'

// Only `read-file.ts` starts this thread.
const { bytes, options } = workerData as ReadRequest

parentPort?.postMessage(answer())

function answer(): ReadAnswer {
  try {
    return { file: readRows(bytes, options) }
  } catch (error) {
    const { code, reason } = error instanceof ReadFault ? error : unreadable()
    return { fault: code, reason }
  }
}
