import type { Page } from 'playwright-core'
import type { Account } from '#tests/support/accounts.ts'

/** Fills in the open sign-in screen and submits it. */
export async function signIn(page: Page, { email, password }: Pick<Account, 'email' | 'password'>): Promise<void> {
  const main = page.getByRole('main')
  await main.getByLabel('Email').fill(email)
  await main.getByLabel('Password').fill(password)
  await main.getByRole('button', { name: 'Sign In', exact: true }).click()
}

/** Fills in the open sign-up screen and submits it. */
export async function signUp(page: Page, { username, email, password }: Account): Promise<void> {
  const main = page.getByRole('main')
  await main.getByLabel('Username').fill(username)
  await main.getByLabel('Email').fill(email)
  await main.getByLabel('Password').fill(password)
  await main.getByRole('button', { name: 'Sign Up' }).click()
}

/** The account menu in the header. */
export const accountMenu = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Account' })

/** The user in the persisted store of the browser; null where there is none. */
export const storedUser = (page: Page): Promise<Account | null> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('persist:root') ?? 'null')?.state.user.currentUser ?? null)
