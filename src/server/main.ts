import { launch } from './launch.ts'

// Starts the same blog; main.mjs does it with less memory.
await launch()
