import type { Context, Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { AppError } from '#platform/contract/errors.ts'
import { FORM_BODY_MAX_BYTES } from '#platform/contract/limits.ts'
import { formAction, type FormName, formsAt, pageForms } from '#app/contract/page-forms.ts'
import { FORM_FIELD, type FormResult, type PageForm } from '#platform/contract/page-form.ts'
import { findPage, type PageId, pages } from '#pages/pages.ts'
import { matchPath } from '#platform/contract/paths.ts'
import { readFormFields } from '#platform/http/body.ts'
import type { AppEnv } from '#platform/http/request-context.ts'
import { toAppError } from '#platform/http/error-response.ts'
import { signInBeforeLike, targetOf } from './form-target.ts'
import { type PageDependencies, renderPage, withKnownQuery } from './render-page.ts'

type Values = Readonly<Record<string, string>>

/** Forms without JavaScript (docs/product.md, 10): the endpoint is called, then 303 to another page or the page again. */
export function mountForms(app: Hono<AppEnv>, dependencies: PageDependencies): void {
  app.get(formAction('sign-out'), (context) => context.redirect('/', 302))
  app.get(formAction('heart'), (context) => context.redirect(pageUrl(context, pageForms.heart).pathname, 302))
  app.post('*', async (context, next) => {
    const names = formsAt(context.req.path)
    if (names.length === 0) return next()
    const fields = await readFormFields(context.req.raw, FORM_BODY_MAX_BYTES)
    const name = names.find((one) => one === fields.get(FORM_FIELD))
    if (name === undefined) throw new AppError('bad_request', 'This form is not part of the page. Please open the page again.')
    context.header('Cache-Control', 'no-store')
    return submit(context, { name, fields }, dependencies)
  })
}

async function submit(
  context: Context<AppEnv>,
  { name, fields }: { name: FormName; fields: URLSearchParams },
  dependencies: PageDependencies,
): Promise<Response> {
  const { callEndpoint, callerOf, logger } = dependencies
  const form: PageForm = pageForms[name]
  const url = pageUrl(context, form)
  const values = readValues(fields, form)
  const caller = callerOf(context, { session: 'change' })
  const result = await callEndpoint(form.endpoint, toInput(form, values), caller).then(
    (output) => ({ output }),
    (error: unknown) => ({ error: toAppError(error, { logger, requestId: context.env.requestId }) }),
  )
  if ('error' in result) {
    const { error } = result
    if (name === 'like' && error.code === 'not_signed_in') return context.redirect(signInBeforeLike(url), 303)
    if (error.retryAfterSeconds !== undefined) context.header('Retry-After', String(error.retryAfterSeconds))
    return respondWithPage(context, { url, status: error.status, form: toFailure(name, values, error) }, dependencies)
  }
  const target = targetOf(name, url, result.output)
  if (target !== null) return context.redirect(target, 303)
  const { message } = result.output as { message: string }
  return respondWithPage(context, { url, status: 200, form: toSuccess(name, values, message) }, dependencies)
}

function pageUrl(context: Context<AppEnv>, { page, action }: PageForm): URL {
  const url = new URL(context.req.url)
  if (action === undefined) return withKnownQuery(url, findPage(url.pathname))
  const params = matchPath(action, url.pathname) ?? {}
  const path = pages[page as PageId].path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  return new URL(path, url)
}

/** Returns values as an API call would send them. Forms send CR LF for line ends. */
function readValues(fields: URLSearchParams, form: PageForm): Values {
  const names: readonly string[] = [...form.fields, ...form.params]
  const lists: readonly string[] = form.lists ?? []
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = lists.includes(name) ? fields.getAll(name).join(',') : fields.get(name)
      return value === null ? [] : [[name, value.replaceAll('\r\n', '\n').replaceAll('\0', '')]]
    }),
  )
}

const toInput = (form: PageForm, values: Values) => ({
  params: Object.fromEntries(form.params.map((name) => [name, values[name] ?? ''])),
  query: {},
  readBody: async () => pick(values, form.fields),
})

/** Another mailed code belongs to the attempt of the submitted form. */
const toSuccess = (name: FormName, { attempt = '' }: Values, message: string): FormResult =>
  name === 'second-step-code'
    ? { name: 'second-step', state: 'begun', message, secondStep: { attempt, ways: ['code'], isCodeSent: true } }
    : { name, state: 'done', message }

function toFailure(name: FormName, values: Values, { message, field, secondStep }: AppError): FormResult {
  if (secondStep) return { name: 'second-step', state: 'begun', message, secondStep }
  const form: PageForm = pageForms[name]
  const hidden: readonly string[] = form.notRendered
  const rendered = pick(
    values,
    Object.keys(values).filter((one) => !hidden.includes(one)),
  )
  return { name, state: 'failed', message, values: rendered, ...(field === undefined ? {} : { field }) }
}

const pick = (values: Values, names: readonly string[]): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)))

interface FormPage {
  readonly url: URL
  readonly status: number
  readonly form: FormResult
}

async function respondWithPage(context: Context<AppEnv>, { url, status, form }: FormPage, dependencies: PageDependencies) {
  const render = (address: URL) => renderPage(context, { url: address, form }, dependencies)
  const first = await render(url)
  // The post got another slug meanwhile: render its new page with the submitted values.
  const { location } = first.headers
  const page = location === undefined ? first : await render(new URL(location, url))
  // An error of the page itself takes precedence over the form's status.
  return context.body(page.html, (page.status === 200 ? status : page.status) as ContentfulStatusCode, {
    ...page.headers,
    'cache-control': 'no-store',
  })
}
