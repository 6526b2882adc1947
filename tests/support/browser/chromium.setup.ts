import type { TestProject } from 'vitest/node'
import { type ChromiumOffer, ensureChromium } from './find-chromium.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    chromium: ChromiumOffer
  }
}

/** Vitest's global setup of the e2e project: finds Chromium once, or unpacks the packaged one. */
export default async function setUpChromium({ provide }: TestProject): Promise<void> {
  provide('chromium', await ensureChromium())
}
