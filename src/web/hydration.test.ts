import { describe, expect, it } from 'vitest'
import type { Site } from '#contract/endpoints/site.ts'
import { ApiError } from '#web/api/api-error.ts'
import { scriptJson, toHydrationJson } from './hydration.ts'

const site: Site = {
  name: 'A',
  mark: 'A',
  author: '',
  socialUrl: null,
  socialLabel: '',
  publicUrl: 'http://a.test',
  googleSignIn: false,
  mail: false,
}

describe('data in the page', () => {
  it('cannot end its script tag, and reads back the same', () => {
    const value = { text: '</script><!-- <script>\u2028' }
    expect(scriptJson(value)).not.toContain('<')
    expect(JSON.parse(scriptJson(value))).toEqual(value)
  })

  it.each([
    [new ApiError({ status: 404, code: 'not_found', message: 'Gone.' }), { status: 404, message: 'Gone.' }],
    [new Error('boom'), { status: null, message: 'boom' }],
    [null, null],
  ])('carries an error’s message and status, never its stack', (error, wire) => {
    expect(JSON.parse(toHydrationJson({ site, data: { a: 1 }, error }))).toEqual({ site, data: { a: 1 }, error: wire })
  })
})
