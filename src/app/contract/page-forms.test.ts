import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Endpoint } from '#platform/contract/endpoint.ts'
import { formNames, formsAt, pageForms } from './page-forms.ts'
import { type PageForm } from '#platform/contract/page-form.ts'
import { pages } from '#pages/pages.ts'

describe('the form table', () => {
  it.each(formNames)('The form %s belongs to a page that is rendered without a session', (name) => {
    expect(pages[pageForms[name].page].access).toBe('everyone')
  })

  it.each(formNames)('The form %s never renders a submitted password', (name) => {
    const { fields, notRendered }: PageForm = pageForms[name]
    const passwords = fields.filter((field) => /password/i.test(field))
    expect(notRendered).toEqual(expect.arrayContaining(passwords))
  })

  it.each(formNames)('The form %s sends every required field and path parameter of its endpoint', (name) => {
    const { endpoint, fields, params }: PageForm = pageForms[name]
    expect(params).toEqual([...endpoint.key.matchAll(/:(\w+)/g)].map((match) => match[1]))
    const { body = z.object({}) }: Endpoint = endpoint
    const requiredFields = body.safeParse({}).error?.issues.map((issue) => String(issue.path[0])) ?? []
    expect(fields).toEqual(expect.arrayContaining(requiredFields))
  })

  it('formsAt returns the forms that may be posted to a path', () => {
    expect(formsAt('/Sign-In/')).toEqual(['sign-in', 'second-step', 'second-step-code'])
    expect(formsAt('/post/a-title')).toEqual(['comment', 'like'])
    expect(formsAt('/sign-out')).toEqual(['sign-out'])
    for (const path of ['/', '/about', '/post', '/post/a/b', '/dashboard']) expect(formsAt(path)).toEqual([])
  })
})
