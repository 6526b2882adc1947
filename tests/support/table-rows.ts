import type { Locator, Page } from 'playwright-core'

/** Of the table of the dashboard. */
export const tableRows = (page: Page): Locator => page.getByRole('main').locator('tbody').getByRole('row')

/** Where they are on the screen. */
export const placesOf = (page: Page): Promise<{ top: number; height: number }[]> =>
  tableRows(page).evaluateAll((rows) =>
    rows.map((row) => {
      const { top, height } = row.getBoundingClientRect()
      return { top, height }
    }),
  )
