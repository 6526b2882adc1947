import { describe, expect, test } from 'vitest'
import { EMPTY_POST, categoryOptions, hasBody, missingIn, parseDraft, postDrafts, sameText } from './post-text.ts'

const text = { title: 'T', category: 'life', image: '', content: '<p>x</p>' } as const

test('a category of the post that the form does not offer stays on offer', () => {
  expect(categoryOptions('life').map((option) => option.value)).toEqual(['uncategorized', 'life', 'medical', 'other'])
  expect(categoryOptions('health').at(-1)).toEqual({ value: 'health', label: 'Health' })
})

test.each([
  ['', false],
  ['<p></p>', false],
  ['<p> &nbsp;<br></p><h2></h2>', false],
  ['<p>x</p>', true],
  ['<img src="/files/a">', true],
])('%j has a body: %s', (content, expected) => {
  expect(hasBody(content)).toBe(expected)
})

test('says what is missing', () => {
  expect(missingIn(EMPTY_POST)).toBe('title')
  expect(missingIn({ ...text, title: '  ' })).toBe('title')
  expect(missingIn({ ...text, content: '<p></p>' })).toBe('body')
  expect(missingIn(text)).toBe(null)
})

test('compares all four parts', () => {
  expect(sameText(text, { ...text })).toBe(true)
  expect(sameText(text, { ...text, image: '/files/a' })).toBe(false)
})

describe('drafts', () => {
  test('come back as they were kept, one per post', () => {
    const kept = new Map<string, string>()
    const storage = () => ({
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    })
    const drafts = postDrafts('p1', storage)
    drafts.keep(text)
    expect(drafts.read()).toEqual(text)
    expect(postDrafts(null, storage).read()).toBe(null)
    drafts.forget()
    expect(drafts.read()).toBe(null)
  })

  test('broken ones read as none', () => {
    for (const stored of [null, '', '{', 'null', '[]', '{"title":1}', JSON.stringify({ ...text, category: 'cars' })]) {
      expect(parseDraft(stored)).toBe(null)
    }
  })

  test('a storage that refuses loses the draft, not the form', () => {
    const drafts = postDrafts(null, () => {
      throw new Error('denied')
    })
    expect(drafts.read()).toBe(null)
    expect(() => drafts.keep(text)).not.toThrow()
  })
})
