import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { pages } from '#pages/pages.ts'
import { forms, formsAt } from './forms.ts'

const named = forms.map((form) => [form.name, form] as const)
const namesAt = (path: string) => formsAt(path).map(({ name }) => name)

describe('the list of forms', () => {
  it('Each form has a name of its own', () => {
    expect(new Set(named.map(([name]) => name)).size).toBe(forms.length)
  })

  it.each(named)('The form %s belongs to a page, whose access is not stricter than that of its endpoint', (_, form) => {
    const accesses: readonly (string | undefined)[] = form.pages.map((id) => pages[id as keyof typeof pages]?.access)
    expect(accesses).not.toContain(undefined)
    expect(accesses.filter((access) => form.endpoint.access === 'everyone' && access !== 'everyone')).toEqual([])
  })

  it.each(named)('The form %s never renders a submitted password', (_, { fields, secret }) => {
    expect(secret).toEqual(expect.arrayContaining(Object.keys(fields).filter((field) => /password/i.test(field))))
  })

  it.each(named)('The form %s sends every required field and path parameter of its endpoint', (_, form) => {
    const { endpoint, fields, params } = form
    expect(params).toEqual([...endpoint.key.matchAll(/:(\w+)/g)].map((match) => match[1]))
    const { body = z.object({}) } = endpoint
    const needed = body.safeParse({}).error?.issues.map((issue) => String(issue.path[0])) ?? []
    expect(Object.keys(fields)).toEqual(expect.arrayContaining(needed))
  })

  it('formsAt returns the forms that may be posted to a path', () => {
    expect(namesAt('/Sign-In/')).toEqual(['sign-in', 'code-request', 'code', 'code-again', 'sign-in-link', 'ask-to-join'])
    expect(namesAt('/post/a-title')).toEqual(['comment', 'like', 'report'])
    expect(namesAt('/sign-out')).toEqual(['sign-out'])
    for (const path of ['/', '/about', '/post', '/post/a/b']) expect(namesAt(path)).toEqual([])
  })
})
