import type { Context, Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { AppError } from '#platform/contract/errors.ts'
import { FORM_BODY_MAX_BYTES } from '#platform/contract/limits.ts'
import { forms, formsAt } from '#app/contract/forms.ts'
import {
  type DoneForm,
  type FailedForm,
  FORM_FIELD,
  type Form,
  type FormResult,
  NEXT_FIELD,
  NO_FORM,
  readForm,
  readValues,
} from '#platform/contract/form.ts'
import { findPage, type PageId, pages } from '#pages/pages.ts'
import { matchPath } from '#platform/contract/paths.ts'
import { safeReturnPath, signInPath } from '#platform/contract/return-path.ts'
import { plainPage } from '#platform/contract/plain-page.ts'
import type { RenderedPage } from '#platform/contract/rendered-page.ts'
import { readFormFields } from '#platform/http/body.ts'
import type { AppEnv } from '#platform/http/request-context.ts'
import { toAppError } from '#platform/http/error-response.ts'
import { type PageDependencies, renderPage, withKnownQuery } from './render-page.ts'

/** Forms that are posted to a path of their own, with the page that shows each. */
const ownPaths = forms.flatMap(({ action, pages: [page] }) => (action === undefined ? [] : [{ path: action, page: page as PageId }]))

const NO_SUCH_FORM = 'This form is not part of the page. Please open the page again.'
const SIGNED_OUT = 'You are signed out, so what you sent was not saved. Please sign in, go back, and send it again.'

/** Forms without JavaScript: the endpoint is called, then 303 to another page or the page again. */
export function mountForms(app: Hono<AppEnv>, dependencies: PageDependencies): void {
  for (const { path } of ownPaths) app.get(path, (context) => context.redirect(pageUrl(context).pathname, 302))
  app.post('*', async (context, next) => {
    const known = formsAt(context.req.path)
    const match = findPage(context.req.path)
    // A page of one segment that nobody added is an own page to the table.
    if (known.length === 0 && (match === null || match.id === 'own-page')) return next()
    context.header('Cache-Control', 'no-store')
    // A page that needs its script says so (pages/islands/application.tsx); the browser stays on it, with all that was typed.
    if (known.length === 0) return context.body(null, 204)
    try {
      const fields = await readFormFields(context.req.raw, FORM_BODY_MAX_BYTES)
      const form = known.find(({ name }) => name === fields.get(FORM_FIELD))
      if (form === undefined) throw new AppError('bad_request', NO_SUCH_FORM)
      return await submit(context, { form, fields }, dependencies)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      const result: FailedForm = { name: NO_FORM, state: 'failed', message: error.message, values: {} }
      return respondWithPage(context, { url: pageUrl(context), status: error.status, form: result }, dependencies)
    }
  })
}

async function submit(
  context: Context<AppEnv>,
  { form, fields }: { form: Form; fields: URLSearchParams },
  dependencies: PageDependencies,
): Promise<Response> {
  const { callEndpoint, callerOf, logger } = dependencies
  const url = pageUrl(context)
  const { params, body } = readForm(form, fields)
  const caller = callerOf(context, { session: 'change' })
  const result = await callEndpoint(form.endpoint, { params, query: {}, readBody: async () => body }, caller).then(
    (output) => ({ output }),
    (error: unknown) => ({ error: toAppError(error, { logger, requestId: context.env.requestId }) }),
  )
  const values = readValues(form, fields)
  if ('error' in result) {
    const { error } = result
    if (form.afterSignIn !== undefined && error.code === 'not_signed_in') return context.redirect(signInPath(form.afterSignIn(url)), 303)
    if (error.retryAfterSeconds !== undefined) context.header('Retry-After', String(error.retryAfterSeconds))
    return respondWithPage(context, { url, status: error.status, form: toFailure(form, values, error) }, dependencies)
  }
  const wanted = fields.get(NEXT_FIELD)
  const target = wanted === null ? form.nextOf(result.output, url) : safeReturnPath(wanted)
  if (target !== null) return context.redirect(target, 303)
  const done = toDone(form, values, result.output)
  return respondWithPage(context, { url, status: 200, form: done }, dependencies)
}

/** URL of the page that shows the form. */
function pageUrl(context: Context<AppEnv>): URL {
  const url = new URL(context.req.url)
  for (const { path, page } of ownPaths) {
    const params = matchPath(path, url.pathname)
    if (params === null) continue
    return new URL(
      pages[page].path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? '')),
      url,
    )
  }
  return withKnownQuery(url, findPage(url.pathname))
}

function toDone(form: Form, values: FailedForm['values'], output: unknown): DoneForm {
  const own = [...Object.entries(values).filter(([field]) => form.instance.includes(field)), ...Object.entries(form.valuesOf(output))]
  return {
    name: form.name,
    state: 'done',
    message: form.messageOf(output),
    ...(own.length === 0 ? {} : { values: Object.fromEntries(own) }),
  }
}

function toFailure({ name }: Form, values: FailedForm['values'], { message, field, errors, secondStep }: AppError): FormResult {
  if (secondStep) return { name: 'code', state: 'begun', message, secondStep }
  return {
    name,
    state: 'failed',
    message,
    values,
    ...(field === undefined ? {} : { field }),
    ...(errors === undefined ? {} : { errors }),
  }
}

interface FormPage {
  readonly url: URL
  readonly status: number
  readonly form: FormResult
}

async function respondWithPage(context: Context<AppEnv>, formPage: FormPage, dependencies: PageDependencies) {
  const { requestId } = context.env
  const page = await renderForm(context, formPage, dependencies).catch((error: unknown) => {
    toAppError(error, { logger: dependencies.logger, requestId })
    return null
  })
  const { status } = formPage
  if (page === null || page.status >= 500) return respondPlainly(context, formPage)
  // An error of the page itself takes precedence over the form's status.
  return context.body(page.html, (page.status === 200 ? status : page.status) as ContentfulStatusCode, {
    ...page.headers,
    'cache-control': 'no-store',
  })
}

async function renderForm(
  context: Context<AppEnv>,
  { url, status, form }: FormPage,
  dependencies: PageDependencies,
): Promise<RenderedPage> {
  const page = await renderPage(context, { url, form }, dependencies)
  const { location } = page.headers
  return location === undefined ? page : renderRedirected(context, { url: new URL(location, url), status, form }, dependencies)
}

const NO_PAGE = 'The page itself cannot be shown just now.'
const NOT_LOST = 'The page itself cannot be shown just now. What you sent is below, so that you can copy it and try again in a moment.'

/** What became of the form, with what was typed, where its page cannot be rendered. */
function respondPlainly(context: Context<AppEnv>, { url, status, form }: FormPage): Response {
  const { hidden = [], params = [] } = formsAt(url.pathname).find(({ name }) => name === form.name) ?? {}
  const values = form.state === 'failed' ? Object.entries(form.values) : []
  const typed = values.filter(([name, value]) => value !== '' && ![...hidden, ...params].includes(name))
  const { requestId: reference } = context.env
  const text = typed.length === 0 ? NO_PAGE : NOT_LOST
  const html = plainPage({ title: form.message, text, reference, typed: Object.fromEntries(typed) })
  return context.body(html, status as ContentfulStatusCode, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
}

/** The post got another slug meanwhile: renders its new page with the submitted values. Or the session has ended. */
function renderRedirected(context: Context<AppEnv>, { url, form }: FormPage, dependencies: PageDependencies) {
  const isSignedOut = findPage(url.pathname)?.id === 'sign-in'
  const shown: FormResult = isSignedOut ? { name: NO_FORM, state: 'failed', message: SIGNED_OUT, values: {} } : form
  return renderPage(context, { url, form: shown }, dependencies)
}
