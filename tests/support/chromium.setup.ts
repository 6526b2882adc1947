import type { TestProject } from 'vitest/node'
import { type ChromiumOffer, ensureChromium } from './find-chromium.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    chromium: ChromiumOffer
  }
}

/** Vitest's global setup of the journeys: finds Chromium once, or installs it. */
export default async function setUpChromium({ provide }: TestProject): Promise<void> {
  provide('chromium', await ensureChromium())
}
