import type { Locator, Page } from 'playwright-core'
import { bodyEditor } from './post-form-screen.ts'

/** Films, sounds and papers in the body, stored or not. */
export const mediaCards = (page: Page): Locator => bodyEditor(page).locator('figure.media')

export const chooseFiles = (
  page: Page,
  files: readonly { name: string; mimeType: string; buffer: Buffer }[] | readonly string[],
): Promise<void> => page.getByLabel('Files', { exact: true }).setInputFiles([...files] as string[])
