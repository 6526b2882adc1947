import type { Page } from 'playwright-core'

export const button = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).first().click()
export const menu = button('Menu')
export const dialogOpen = (page: Page) => page.getByRole('dialog').waitFor()

/** A call that never comes back. */
export const hang = (path: string) => (page: Page) => page.route(path, () => {})
const answer = (path: string, status: number, body: { code: string; message: string }) => (page: Page) =>
  page.route(path, (route) => route.fulfill({ status, json: { success: false, statusCode: status, ...body } }))

export const fail = (path: string) =>
  answer(path, 503, { code: 'unavailable', message: 'The blog is busy right now. Please try again in a moment.' })
/** What a retry would not help. */
export const refuse = (path: string) => answer(path, 413, { code: 'too_large', message: 'This is too large to send.' })

export const steps =
  (...all: readonly ((page: Page) => Promise<unknown>)[]) =>
  async (page: Page) => {
    for (const step of all) await step(page)
  }

export const goTo = (href: string) => async (page: Page) => {
  // Not by a click: the link may stand in a menu that is closed.
  await page.evaluate((address) => {
    const link = Object.assign(document.createElement('a'), { href: address })
    document.body.append(link)
    link.click()
    link.remove()
  }, href)
}

export const signInWrongly = async (page: Page) => {
  await page.getByLabel('Email').fill('ines@example.org')
  await page.getByLabel('Password').fill('not the password')
}
export const pressMain = (name: string) => (page: Page) => page.getByRole('main').getByRole('button', { name, exact: true }).click()
/** The button says that it is not the time; Enter in a field still submits. */
export const submitAnyway = (page: Page) => page.getByLabel('Username').press('Enter')
export const chooseFile = (label: string) => (page: Page) =>
  page.getByLabel(label, { exact: true }).setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.alloc(2000) })
