/** Entry point of the program. */
import { app } from './app.ts'

await app.start()
