import { describe, expect, it } from 'vitest'
import { ApiError } from '#web/api/api-error.ts'
import { scriptJson, toHydrationJson } from './hydration.ts'

describe('data in the page', () => {
  it('cannot end its script tag, and reads back the same', () => {
    const value = { text: '</script><!-- <script>\u2028' }
    expect(scriptJson(value)).not.toMatch(/[<\u2028]/)
    expect(JSON.parse(scriptJson(value))).toEqual(value)
  })

  it('carries an error’s message and status, never its stack', () => {
    const errors = { screen: new ApiError({ status: 404, code: 'not_found', message: 'Gone.' }), root: new Error('boom') }
    expect(JSON.parse(toHydrationJson({ loaderData: {}, errors }))).toEqual({
      loaderData: {},
      errors: { screen: { status: 404, message: 'Gone.' }, root: { status: null, message: 'boom' } },
    })
  })
})
