import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'

/** WCAG 2.2 A and AA, and what axe's authors hold to be good practice. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice']

/** What axe finds, a line for each element. */
export async function findAxeProblems(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().withTags(TAGS).analyze()
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id} (${help}): ${node.target.join(' ')} ${node.any[0]?.message ?? ''}`),
  )
}

/** How far the page, or a part of it that should not, reaches beyond its width. */
export const findSidewaysScroll = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    const wide = [...document.querySelectorAll('body *')].filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
    const names = wide.slice(-3).map((element) => `${element.tagName.toLowerCase()}.${element.className.toString().slice(0, 60)}`)
    return [`${scrollWidth} of ${clientWidth} pixels: ${names.join(', ')}`]
  })

/** Targets under 44 pixels (WCAG 2.5.5), but those that stand in a sentence or have an equal of that size beside them. */
export const findSmallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const SIZE = 43.5
    const targets = document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary, [role=button]')
    const isSeen = (element: HTMLElement) => element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0
    const isInSentence = (element: HTMLElement) =>
      getComputedStyle(element).display === 'inline' && element.closest('p, li, td, dd, [role=status]') !== null
    // Not in the tab order: another link beside it leads to the same place.
    const hasEqual = (element: HTMLElement) => element.tabIndex === -1 && element.closest('[role=toolbar]') === null
    const isHidden = (element: HTMLElement) => element.closest('.sr-only, [inert]') !== null || element.classList.contains('skip-link')
    return [...targets]
      .filter((element) => isSeen(element) && !isInSentence(element) && !hasEqual(element) && !isHidden(element))
      .map((element) => ({ element, box: (element.closest('label') ?? element).getBoundingClientRect() }))
      .filter(({ box }) => box.width < SIZE || box.height < SIZE)
      .map(({ element, box }) => `${Math.round(box.width)}×${Math.round(box.height)} ${element.outerHTML.slice(0, 110)}`)
  })

/** Texts that do not fit into their place, clipped by it. */
export const findCutTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const cuts = (element: Element) => {
      const style = getComputedStyle(element)
      const clips = (value: string) => value === 'hidden' || value === 'clip'
      // Titles and long comments are shortened on purpose, ids too; a card hides its link until it is hovered.
      if (element.matches('.post-card')) return false
      if (style.webkitLineClamp !== 'none' || style.textOverflow === 'ellipsis' || element.closest('.sr-only, caption') !== null)
        return false
      const tooWide = clips(style.overflowX) && element.scrollWidth > element.clientWidth + 2
      const tooHigh = clips(style.overflowY) && element.scrollHeight > element.clientHeight + 2
      return (tooWide || tooHigh) && (element.textContent ?? '').trim() !== ''
    }
    return [...document.querySelectorAll('body, body *')]
      .filter((element) => element.checkVisibility() && element.clientWidth > 1 && cuts(element))
      .map(
        (element) =>
          `${element.tagName.toLowerCase()}.${element.className.toString().slice(0, 60)}: ${(element.textContent ?? '').trim().slice(0, 40)}`,
      )
  })
