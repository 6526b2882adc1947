import { tuneProcess } from './tune-process.mjs'

// Before anything else is loaded: that is what it is about.
tuneProcess()
const { launch } = await import('./launch.ts')
await launch()
