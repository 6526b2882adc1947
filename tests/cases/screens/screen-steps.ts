import type { Page } from 'playwright-core'
import type { InProcessCall } from '#platform/contract/rendered-page.ts'
import { AppError, type SecondStep } from '#platform/contract/errors.ts'
import { loadBuiltPages } from '#app/process/run.ts'
import type { Endpoint } from '#platform/contract/endpoint.ts'
import { createApiClient } from '#ui/api/client.ts'
import { getAs } from '#tests/support/blog/get-as.ts'

export const button = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).first().click()
export const menu = button('Menu')
/** Waits for a text. */
export const see = (text: string | RegExp) => (page: Page) => page.getByText(text).first().waitFor()
/** Waits for the editor of the body, whose script comes after the page. */
export const editorReady = (page: Page) => page.getByRole('toolbar').waitFor()
export const dialogOpen = (page: Page) => page.getByRole('dialog').waitFor()
export const closeDialog = async (page: Page) => {
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
}
/** The next state can be arranged on this one. */
export const stay = async () => {}

/** Waits until the pressed button waits for its response, not for its script. */
export const busy = (page: Page) => page.locator('main button[aria-busy][aria-disabled]').waitFor()

/** A call that never gets a response. */
export const hang = (path: string) => (page: Page) => page.route(path, () => {})
const respond = (path: string, status: number, body: { code: string; message: string; secondStep?: SecondStep }) => (page: Page) =>
  page.route(path, (route) => route.fulfill({ status, json: { success: false, statusCode: status, ...body } }))

export const askForSecondStep = (path: string) =>
  respond(path, 403, {
    code: 'second_step_required',
    message: 'One more step.',
    secondStep: { attempt: 'A'.repeat(43), ways: ['passkey', 'code'], isCodeSent: true },
  })
export const fail = (path: string) =>
  respond(path, 503, { code: 'unavailable', message: 'The blog is busy right now. Please try again in a moment.' })
/** An error that a retry does not help. */
export const refuse = (path: string) => respond(path, 413, { code: 'too_large', message: 'This is too large to send.' })

/** The session is over. */
export const signOut = (path: string) => respond(path, 401, { code: 'not_signed_in', message: 'Please sign in first.' })

/** A call that succeeds without doing anything. */
export const accept = (path: string, json: object) => (page: Page) => page.route(path, (route) => route.fulfill({ json }))

/** Calls that an error page needs, too. */
const NEEDED = ['GET /api/site', 'GET /api/auth/session']

type Respond = (key: string) => Awaited<ReturnType<InProcessCall>> | undefined

/** Serves a page as the server renders it if calls respond so; all others reach the blog. Call it before the page opens. */
const intercept = (path: string, respondTo: Respond) => async (page: Page) => {
  const { renderPage } = await loadBuiltPages()
  const blog = (await getAs(page, '/healthz')).url()
  const api = createApiClient(async (address) => {
    const response = await getAs(page, address)
    return new Response(await response.text(), { status: response.status() })
  })
  const call: InProcessCall = async (key, input) => respondTo(key) ?? { ok: true, body: await api({ key } as Endpoint, input) }
  const role = path.startsWith('/dashboard') ? 'reader' : 'visitor'
  const { status, html } = await renderPage(new URL(path, blog), call, { role, reference: 'none', onError: () => {} })
  await page.route(`**${path}`, (route) => route.fulfill({ status, contentType: 'text/html', body: html }))
}

/** The page whose data cannot be loaded. */
export const failPage = (path: string) =>
  intercept(path, (key) =>
    NEEDED.includes(key) ? undefined : { ok: false, error: new AppError('unavailable').toBody(), retryAfterSeconds: undefined },
  )

/** The page with these response bodies. */
export const pageWith = (path: string, bodies: Readonly<Record<string, unknown>>) =>
  intercept(path, (key) => (Object.hasOwn(bodies, key) ? { ok: true, body: bodies[key] } : undefined))

export const steps =
  (...all: readonly ((page: Page) => Promise<unknown>)[]) =>
  async (page: Page) => {
    for (const step of all) await step(page)
  }

export const signInWrongly = async (page: Page) => {
  await page.getByLabel('Email').fill('ines@example.org')
  await page.getByLabel('Password').fill('not the password')
}
export const pressMain = (name: string | RegExp) => (page: Page) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).first().click()
/** Presses a button until its dialog stays open: a page in another tab of the account renews the session, which closes it. */
export const pressMainForDialog = (name: string) => async (page: Page) => {
  const dialog = page.getByRole('dialog')
  for (let attempt = 1; attempt < 20 && !(await dialog.isVisible()); attempt += 1) {
    await pressMain(name)(page)
    await dialog.waitFor({ timeout: 3000 }).catch(() => {})
  }
  await dialog.waitFor()
}
/** Enter in a field submits although the button is disabled. */
export const submitAnyway = (page: Page) => page.getByLabel('Username').press('Enter')
export const chooseFile = (label: string) => (page: Page) =>
  page.getByLabel(label, { exact: true }).setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.alloc(2000) })
