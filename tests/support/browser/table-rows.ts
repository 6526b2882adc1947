import type { Locator, Page } from 'playwright-core'

/** Rows of the dashboard's table. */
export const tableRows = (page: Page): Locator => page.getByRole('main').locator('tbody').getByRole('row')

/** Positions of the rows on the screen. */
export const placesOf = (page: Page): Promise<{ top: number; height: number }[]> =>
  tableRows(page).evaluateAll((rows) =>
    rows.map((row) => {
      const { top, height } = row.getBoundingClientRect()
      return { top, height }
    }),
  )
