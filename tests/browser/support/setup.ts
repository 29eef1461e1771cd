/** Runs before each file of journeys: a worker's files share the packages they load, and nothing of our own. */
import { vi } from 'vitest'

vi.resetModules()
