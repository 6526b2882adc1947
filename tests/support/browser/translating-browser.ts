import type { Page } from 'playwright-core'
import { expect } from 'vitest'

declare global {
  /** Texts that a script wrote where nobody sees them. */
  var lostTexts: string[] | undefined
}

/**
 * Translates each page as Chrome does, into the same words: every text is replaced by another one in two <font> elements,
 * from the moment when the page is there, and again whenever a text is added or changes. Call it before the page opens.
 */
export const translatePages = (page: Page) => page.addInitScript(translate)

/** Checks that every island still works, and that what it wrote last is what is seen. */
export async function expectAlive(page: Page): Promise<void> {
  const state = await page.evaluate(() => ({
    isTranslated: document.querySelector('main font') !== null,
    lost: globalThis.lostTexts,
    hasStopped: /stopped working|Unexpected Application Error/.test(document.body.textContent),
  }))
  expect({ url: page.url(), ...state }).toEqual({ url: page.url(), isTranslated: true, lost: [], hasStopped: false })
}

/** Runs in the page. */
function translate(): void {
  const replaced = new WeakSet<Text>()
  const lost: string[] = (globalThis.lostTexts = [])
  const nodeValue = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue')!
  Object.defineProperty(Node.prototype, 'nodeValue', {
    ...nodeValue,
    set(this: Node, value: string) {
      if (this instanceof Text && replaced.has(this) && this.nodeValue !== value) lost.push(`${this.nodeValue} → ${value}`)
      nodeValue.set?.call(this, value)
    },
  })
  const isTranslatable = (text: Text) =>
    text.data.trim() !== '' && text.parentElement?.closest('font, script, style, textarea, noscript, [contenteditable=true]') === null
  const replace = (text: Text) => {
    if (!isTranslatable(text)) return
    const inner = document.createElement('font')
    inner.append(text.data)
    const outer = document.createElement('font')
    outer.append(inner)
    replaced.add(text)
    text.replaceWith(outer)
  }
  const replaceAll = (root: Node) => {
    if (root instanceof Text) return replace(root)
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    while (walker.nextNode()) texts.push(walker.currentNode as Text)
    texts.forEach(replace)
  }
  document.addEventListener('DOMContentLoaded', () => {
    replaceAll(document.body)
    new MutationObserver((records) => {
      for (const { target, addedNodes } of records) for (const node of [target, ...addedNodes]) if (node.isConnected) replaceAll(node)
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  })
}
