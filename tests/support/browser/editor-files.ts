import type { JSHandle, Locator, Page } from 'playwright-core'
import type { PickedFile } from '#tests/support/media/picture-files.ts'
import { bodyEditor } from './post-form-screen.ts'

/** Pictures in the body, stored or not. */
export const pictures = (page: Page): Locator => bodyEditor(page).locator('figure.picture')

export const storedPictures = (page: Page): Locator => pictures(page).locator('img[src^="/files/"]')

/** Videos, audio files and documents in the body, stored or not. */
export const mediaCards = (page: Page): Locator => bodyEditor(page).locator('figure.media')

/** Chooses files as the buttons of the toolbar do. */
export const chooseFiles = (page: Page, files: readonly PickedFile[] | readonly string[]): Promise<void> =>
  page.getByLabel('Files', { exact: true }).setInputFiles([...files] as PickedFile[] | string[])

/** Creates the DataTransfer of a drop or a paste. */
export const transferOf = (page: Page, files: readonly PickedFile[]): Promise<JSHandle<DataTransfer>> =>
  page.evaluateHandle(
    (parts) => {
      const transfer = new DataTransfer()
      for (const { name, mimeType, base64 } of parts) {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
        transfer.items.add(new File([bytes], name, { type: mimeType }))
      }
      return transfer
    },
    files.map(({ name, mimeType, buffer }) => ({ name, mimeType, base64: buffer.toString('base64') })),
  )
