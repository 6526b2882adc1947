import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { endpoints } from './api.ts'
import type { Endpoint } from './endpoint.ts'
import { formNames, formsAt, type PageForm, pageForms } from './page-forms.ts'
import { pages } from './pages.ts'

describe('the table of forms', () => {
  it.each(formNames)('The form %s stands on a page that is rendered without a session', (name) => {
    expect(pages[pageForms[name].page].access).toBe('everyone')
  })

  it.each(formNames)('The form %s never shows a password again', (name) => {
    const { fields, notRendered }: PageForm = pageForms[name]
    const passwords = fields.filter((field) => /password/i.test(field))
    expect(notRendered).toEqual(expect.arrayContaining(passwords))
  })

  it.each(formNames)('The form %s gives its endpoint every field and every part of the path that it needs', (name) => {
    const { endpoint, fields, params }: PageForm = pageForms[name]
    expect(params).toEqual([...endpoint.matchAll(/:(\w+)/g)].map((match) => match[1]))
    const { body = z.object({}) }: Endpoint = endpoints[endpoint]
    const complaints = body.safeParse({}).error?.issues.map((issue) => String(issue.path[0])) ?? []
    expect(fields).toEqual(expect.arrayContaining(complaints))
  })

  it('A path names the forms that may be posted to it', () => {
    expect(formsAt('/Sign-In/')).toEqual(['sign-in', 'second-step', 'second-step-code'])
    expect(formsAt('/post/a-title')).toEqual(['comment', 'like'])
    expect(formsAt('/sign-out')).toEqual(['sign-out'])
    for (const path of ['/', '/about', '/post', '/post/a/b', '/dashboard']) expect(formsAt(path)).toEqual([])
  })
})
