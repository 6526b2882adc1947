import type { Account } from '#tests/support/accounts.ts'
import type { Caller } from '#tests/support/blog/call-as.ts'
import type { FaultyProxy } from '#tests/support/blog/faulty-proxy.ts'
import type { Page } from './page.ts'
import { button, field, main } from './target.ts'

/** A user scenario that runs in every browser. */
export interface Journey {
  readonly title: string
  readonly run: (visit: Visit) => Promise<void>
}

/** A new window on a blog with the samples and the accounts of tests/support/accounts.ts. */
export interface Visit {
  readonly page: Page
  /** Calls the API to create test data. */
  readonly callAs: (account: Account) => Promise<Caller>
  /** Path of a PNG. */
  readonly picture: string
  /** Paths of five PNGs with few pixels and many bytes, 'day-1.png' to 'day-5.png'. */
  readonly days: readonly string[]
  /** Proxy between the browser and the blog. */
  readonly proxy: FaultyProxy
}

export const accountMenu = button('Account', { role: 'banner' })

/** Signs in with the form, and waits for the account menu. */
export async function signIn(page: Page, account: Account, returnTo = '/'): Promise<void> {
  await page.open(`/sign-in?from=${encodeURIComponent(returnTo)}`)
  await fillSignIn(page, account)
  await page.waitForAddress(returnTo)
  await page.waitFor(accountMenu)
}

/** Fills in the open sign-in form and submits it. */
export async function fillSignIn(page: Page, { email, password }: Pick<Account, 'email' | 'password'>): Promise<void> {
  await page.fill(field('Email', main), email)
  await page.fill(field('Password', main), password)
  await page.click(button('Sign In', main))
}
