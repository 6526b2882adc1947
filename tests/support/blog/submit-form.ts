import { expect } from 'vitest'
import type { CallerRole } from '#platform/contract/audiences.ts'
import type { FormResult } from '#platform/contract/form.ts'
import type { Pages, RenderOptions } from '#app/pages/render-page.ts'
import { createPages } from '#app/web/entry-server.tsx'
import { TEST_ORIGIN } from '#tests/support/test-app.ts'
import type { RequestHeaders, TestClient } from '#tests/support/test-client.ts'

interface Rendering extends RenderOptions {
  readonly path: string
}

export interface RecordedPages {
  readonly pages: Pages
  readonly renderings: readonly Rendering[]
}

/** The real pages, with a list of what each was rendered with. */
export function recordPages(): RecordedPages {
  const built = createPages(null)
  const renderings: Rendering[] = []
  const renderPage: Pages['renderPage'] = (url, call, options) => {
    renderings.push({ ...options, path: url.pathname + url.search })
    return built.renderPage(url, call, options)
  }
  return { pages: { ...built, renderPage }, renderings }
}

export type Fields = Readonly<Record<string, string>>

/** Posts fields as a browser without scripts does. */
export const postFields = (client: TestClient, path: string, fields: Fields, headers: RequestHeaders = {}): Promise<Response> =>
  client.send(path, { method: 'POST', body: new URLSearchParams(fields), headers: { origin: TEST_ORIGIN, ...headers } })

interface Sent {
  readonly form: string
  readonly path: string
  readonly fields: Fields
}

export interface FormResponse {
  readonly status: number
  readonly location: string | null
  readonly cookie: string | null
  readonly retryAfter: string | null
  readonly type: string | null
  /** What the page was rendered with; undefined if none was rendered. */
  readonly page: { readonly path: string; readonly role: CallerRole; readonly form?: FormResult | undefined } | undefined
}

/** Submits forms. Checks that no response is cacheable, or contains the password or the session that was sent. */
export const createSubmit =
  (renderings: readonly Rendering[]) =>
  async (client: TestClient, { form, path, fields }: Sent): Promise<FormResponse> => {
    const secrets = [fields['password'] ?? '', client.cookie?.split('=')[1] ?? ''].filter((secret) => secret !== '')
    const count = renderings.length
    const response = await postFields(client, path, { form, ...fields })
    const page = renderings.slice(count).at(-1)
    const text = (await response.text()) + JSON.stringify(page ?? {})
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
    expect(response.headers.get('cache-control')).toBe('no-store')
    return {
      status: response.status,
      location: response.headers.get('location'),
      cookie: response.headers.get('set-cookie'),
      retryAfter: response.headers.get('retry-after'),
      type: response.headers.get('content-type'),
      page,
    }
  }
