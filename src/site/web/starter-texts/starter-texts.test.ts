import { describe, expect, it } from 'vitest'
import { FIXED_PAGE_IDS } from '#site/contract/blog-pages.ts'
import type { Site } from '#site/contract/site.endpoints.ts'
import { starterText, wordsOf } from './starter-texts.ts'

const site = { contact: '', links: [], mail: false, googleSignIn: false } as unknown as Site
const policy = (parts: Partial<Site> = {}) => starterText('privacy-policy', { ...site, ...parts }).content

/** Names and details of the family in `samples/`. */
const SAMPLE_FAMILY = /\b(?:Wren|Theo|Sam)\b|number 14|knitted hare|tube-fed|ventilator|seizure/

describe('Starter texts', () => {
  it.each(FIXED_PAGE_IDS)('%s names no child and no diagnosis', (id) => {
    const { title, content } = starterText(id, site)
    expect(title).not.toBe('')
    expect(content).toMatch(/^<p>/)
    expect(title + content).not.toMatch(SAMPLE_FAMILY)
  })

  it('The policy describes the services that are set up, and names the contact', () => {
    expect(policy()).toContain('This blog sends no mail.')
    expect(policy()).not.toContain('Google')
    expect(policy({ mail: true })).toContain('choosing a new password')
    expect(policy({ googleSignIn: true })).toContain('Nothing goes to Google unless')
    expect(policy({ contact: '"<b>"@example.org' })).toContain('by email to "&lt;b&gt;"@example.org')
  })

  it('The policy says how to reach the family, and what is kept of a request to be let in', () => {
    expect(policy({ commentsOpen: true })).toContain('reach us in a comment.')
    for (const parts of [{}, { commentsOpen: true, isClosed: true }])
      expect(policy(parts)).toContain('reach us in whatever way you know us.')
    expect(policy({ isClosed: true })).toContain('your email address, the hash of your password and what you wrote')
    expect(policy({ isClosed: true, mail: true })).toContain('your name, your email address and what you wrote')
  })

  it('The family’s own text replaces the starter text, and a title alone only its title', () => {
    const own = { _id: 'about', title: 'Us', content: '<p>We.</p>', audience: 'public' as const, updatedAt: '' }
    expect(wordsOf('about', own, site)).toMatchObject({ title: 'Us', content: '<p>We.</p>' })
    expect(wordsOf('about', { ...own, content: '' }, site)).toEqual({ title: 'Us', content: starterText('about', site).content })
  })
})
