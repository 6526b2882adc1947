import { tuneProcess } from './tune-process.ts'

// Before anything else is loaded: that is what it is about.
tuneProcess()
await import('./launch.ts')
