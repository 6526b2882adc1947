import type { TestProject } from 'vitest/node'
import type { SwiftOffer } from './swift.ts'
import { startSwift } from './swift-server.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    swift: SwiftOffer
  }
}

/** Global setup of the storage suite: one S3-compatible server for the whole run, or the reason why there is none. */
export default async function setUpSwift({ provide }: TestProject): Promise<() => Promise<void>> {
  try {
    const { stop, ...access } = await startSwift()
    provide('swift', { ...access, problem: null })
    return stop
  } catch (error) {
    provide('swift', { problem: (error as Error).message })
    return async () => {}
  }
}
