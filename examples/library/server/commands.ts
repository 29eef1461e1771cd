/** Entry point of the administrative commands, such as `npm run command -- backup`. */
import { app } from './app.ts'

await app.command(process.argv.slice(2))
