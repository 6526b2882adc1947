import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { default as Axe, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

/** Minified, because it is sent to every page, and less than half as long as `axe.source`. */
const AXE_SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** WCAG 2.2 A and AA, and axe's best practices. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice']

const OPTIONS: RunOptions = {
  runOnly: { type: 'tag', values: TAGS },
  resultTypes: ['violations'],
  // Else axe reads all style sheets again, for an experimental rule that does not run.
  preload: { assets: ['media'] },
  // `findSmallTargets` is stricter than this rule, which also counts targets that the sticky bar covers.
  rules: { 'target-size': { enabled: false } },
}

/** Returns axe's findings, a line for each element. Loads axe once per page, because loading takes longer than a check. */
export async function findAxeProblems(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE_SOURCE)
  return page.evaluate(async (options) => {
    // axe knows no top layer: it takes a dialog in a box that clips for hidden, and others for covered by the header.
    const dialog = document.querySelector<HTMLElement>('dialog:modal')
    const place = document.createComment('')
    if (dialog) {
      dialog.before(place)
      document.body.moveBefore(dialog, null)
      dialog.style.zIndex = '1000'
    }
    const { violations } = await globalThis.axe.run(options)
    if (dialog) {
      dialog.style.zIndex = ''
      place.parentNode?.moveBefore(dialog, place)
      place.remove()
    }
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ target, any }) => `${id} (${help}): ${target.join(' ')} ${any[0]?.message ?? ''}`),
    )
  }, OPTIONS)
}

declare global {
  var axe: typeof Axe
}

/** Elements that make the page wider than its window. */
export const findSidewaysScroll = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    const wide = [...document.querySelectorAll('body *')].filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
    const names = wide.slice(-3).map((element) => `${element.tagName.toLowerCase()}.${element.className.toString().slice(0, 60)}`)
    return [`${scrollWidth} of ${clientWidth} pixels: ${names.join(', ')}`]
  })

/** Targets under 44 pixels (WCAG 2.5.5), except inside a sentence or beside an equivalent target of that size. */
export const findSmallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const SIZE = 43.5
    const targets = document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary, [role=button]')
    const isVisible = (element: HTMLElement) => element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0
    const isInSentence = (element: HTMLElement) =>
      getComputedStyle(element).display === 'inline' && element.closest('p, li, td, dd, [role=status]') !== null
    // Not in the tab order: another link beside it has the same target.
    const hasEquivalent = (element: HTMLElement) => element.tabIndex === -1 && element.closest('[role=toolbar]') === null
    const isHidden = (element: HTMLElement) => element.closest('.sr-only, [inert]') !== null || element.classList.contains('skip-link')
    return [...targets]
      .filter((element) => isVisible(element) && !isInSentence(element) && !hasEquivalent(element) && !isHidden(element))
      .map((element) => ({ element, box: (element.closest('label') ?? element).getBoundingClientRect() }))
      .filter(({ box }) => box.width < SIZE || box.height < SIZE)
      .map(({ element, box }) => `${Math.round(box.width)}×${Math.round(box.height)} ${element.outerHTML.slice(0, 110)}`)
  })

/** Of a page at the width of its window. */
export const findProblems = async (page: Page): Promise<string[]> => [
  ...(await findAxeProblems(page)),
  ...(await findSidewaysScroll(page)),
  ...(await findSmallTargets(page)),
]

/** Texts that are clipped by their box. */
export const findClippedTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isClipped = (element: Element) => {
      const style = getComputedStyle(element)
      const clips = (value: string) => value === 'hidden' || value === 'clip'
      // Titles, long comments and ids are shortened on purpose; a card hides its link until it is hovered, the header the
      // word beside a long mark.
      if (element.matches('.post-card, .header-row > .brand')) return false
      if (style.webkitLineClamp !== 'none' || style.textOverflow === 'ellipsis' || element.closest('.sr-only, caption') !== null)
        return false
      const tooWide = clips(style.overflowX) && element.scrollWidth > element.clientWidth + 2
      const tooHigh = clips(style.overflowY) && element.scrollHeight > element.clientHeight + 2
      return (tooWide || tooHigh) && (element.textContent ?? '').trim() !== ''
    }
    return [...document.querySelectorAll('body, body *')]
      .filter((element) => element.checkVisibility() && element.clientWidth > 1 && isClipped(element))
      .map(
        (element) =>
          `${element.tagName.toLowerCase()}.${element.className.toString().slice(0, 60)}: ${(element.textContent ?? '').trim().slice(0, 40)}`,
      )
  })

/** Elements and texts that reach beyond an edge of the window. What is inside a box that clips or scrolls is left out. */
export const findWideElements = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    const leaves = ({ left, right, width }: DOMRect) => width > 0 && (right > clientWidth + 1 || (left < -1 && right > 0))
    const isInBox = (element: Element): boolean => {
      const box = element.parentElement
      if (box === null || box === document.body) return false
      return (getComputedStyle(box).overflowX !== 'visible' && !leaves(box.getBoundingClientRect())) || isInBox(box)
    }
    const isLeftOut = (element: Element) =>
      !element.checkVisibility() || element.closest('.sr-only, .skip-link') !== null || isInBox(element)
    const ownTexts = (element: Element) => [...element.childNodes].filter((node) => node instanceof Text && node.data.trim() !== '')
    const boxesOf = (element: Element) => {
      const range = document.createRange()
      return ownTexts(element).flatMap((text) => {
        range.selectNodeContents(text)
        return getComputedStyle(element).overflowX === 'visible' ? [...range.getClientRects()] : []
      })
    }
    const wide = [...document.querySelectorAll('body *')].filter(
      (element) => (leaves(element.getBoundingClientRect()) || boxesOf(element).some(leaves)) && !isLeftOut(element),
    )
    const lines = wide.map((element) => {
      const { left, right } = element.getBoundingClientRect()
      const name = `${element.tagName.toLowerCase()}.${element.getAttribute('class')?.slice(0, 60) ?? ''}`
      return `${name} from ${Math.round(left)} to ${Math.round(right)}: ${(element.textContent ?? '').trim().slice(0, 40)}`
    })
    return [...(scrollWidth > clientWidth ? [`${scrollWidth} of ${clientWidth} pixels`] : []), ...lines].slice(0, 5)
  })

/** Classes that the style of the application knows, and those of a readers' page do not (src/ui/styles/readers.css). */
export const findUnstyledClasses = (page: Page, appStyle: string): Promise<string[]> =>
  page.evaluate((app) => {
    const own = Array.from(document.styleSheets).flatMap(({ cssRules }) => Array.from(cssRules, ({ cssText }) => cssText))
    const names = new Set(Array.from(document.querySelectorAll('[class]')).flatMap(({ classList }) => [...classList]))
    const knows = (css: string, name: string) =>
      new RegExp(`\\.${CSS.escape(name).replaceAll(/[\\[\](){}.*+?^$|]/g, '\\$&')}(?![\\w-])`).test(css)
    return [...names].filter((name) => knows(app, name) && !knows(own.join(''), name))
  }, appStyle)

/** Buttons and links of the header and of open menus that another element covers. */
export const findCoveredTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isOpen = (panel: Element) => panel.matches(':popover-open')
    const targets = [...document.querySelectorAll<HTMLElement>('.menu > button, .menu-panel :is(a, button, input)')].filter((element) => {
      const panel = element.closest('.menu-panel')
      return element.checkVisibility() && element.getClientRects().length > 0 && (panel === null || isOpen(panel))
    })
    return targets.flatMap((target) => {
      if (target.closest('.menu-panel')) target.scrollIntoView({ block: 'nearest' })
      const { left, top, width, height } = target.getBoundingClientRect()
      const hit = document.elementFromPoint(left + width / 2, top + height / 2)
      return hit && (target.contains(hit) || hit.closest('a, button, label') === target)
        ? []
        : [`covered: ${target.outerHTML.slice(0, 80)}`]
    })
  })
