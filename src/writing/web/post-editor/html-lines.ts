import { Fragment, type Node as DocumentNode } from '@tiptap/pm/model'

/**
 * HTML shows no line for an empty paragraph, and none after a `<br>` that ends a block; the editor shows both. What it
 * reads and writes goes through here, so that the lines of a text are those of its page, feed and mail.
 */

const BLOCKS: ReadonlySet<string> = new Set(
  (
    'address article aside blockquote body caption center dd details div dl dt figcaption figure footer form h1 h2 h3 h4 h5 h6 ' +
    'header hr li main nav ol p pre section summary table tbody td tfoot th thead tr ul'
  ).split(' '),
)
/** Blocks that the editor fills with inline content. */
const TEXT_BLOCKS = 'p, h1, h2, h3, h4, h5, h6, dt, summary, figcaption, pre'
const MEDIA = 'img, audio, video'
/** White space that HTML collapses: without the no-break space. */
const IS_BLANK = /^[ \t\r\n\f]*$/

/** Calls back at each `<br>`, each piece of visible content, and each beginning and end of a block. */
function walk(node: Node, visit: (what: 'edge' | 'content' | HTMLBRElement) => void): void {
  for (const child of Array.from(node.childNodes)) {
    if (child instanceof Text) {
      if (!IS_BLANK.test(child.data)) visit('content')
    } else if (child instanceof HTMLBRElement) visit(child)
    else if (child instanceof Element && child.matches(MEDIA)) visit('edge')
    else if (child instanceof Element) {
      const isBlock = BLOCKS.has(child.localName)
      if (isBlock) visit('edge')
      walk(child, visit)
      if (isBlock) visit('edge')
    }
  }
}

/** Calls back at each `<br>` that ends a block, where a page shows no line after it. `isAlone`: nothing is before it in the block. */
function atLastBreaks(body: HTMLElement, change: (br: HTMLBRElement, isAlone: boolean) => void): void {
  let hasContent = false
  let last: { readonly br: HTMLBRElement; readonly isAlone: boolean } | null = null
  const visit = (what: 'edge' | 'content' | HTMLBRElement) => {
    if (what === 'edge' && last !== null) change(last.br, last.isAlone)
    last = what instanceof HTMLBRElement ? { br: what, isAlone: !hasContent } : null
    hasContent = what !== 'edge'
  }
  walk(body, visit)
  visit('edge')
}

/** Reads stored HTML for the editor. */
export function readStoredHtml(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  toEditorLines(body)
  return body.innerHTML
}

/** A picture is a block in the editor, and the paragraph before it would be an empty line. */
function leadMediaOut(paragraph: Element): void {
  for (const node of Array.from(paragraph.childNodes)) {
    if (node instanceof Text && IS_BLANK.test(node.data)) continue
    const isMedia =
      node instanceof Element && IS_BLANK.test(node.textContent) && (node.matches(MEDIA) || node.querySelector(MEDIA) !== null)
    if (!isMedia) return
    paragraph.before(node)
  }
}

/** Changes HTML for the editor, which then shows the lines that a page would show. */
export function toEditorLines(body: HTMLElement): void {
  for (const paragraph of body.querySelectorAll('p')) leadMediaOut(paragraph)
  for (const paragraph of body.querySelectorAll('p'))
    if (IS_BLANK.test(paragraph.textContent) && !paragraph.querySelector(`br, ${MEDIA}`)) paragraph.remove()
  atLastBreaks(body, (br, isAlone) => {
    const isEmptyLine = isAlone && br.closest(TEXT_BLOCKS) === null
    if (isEmptyLine) br.replaceWith(body.ownerDocument.createElement('p'))
    else br.remove()
  })
}

/** Changes HTML of the editor, so that a page shows its lines, but none at the end. */
export function toPageLines(body: HTMLElement): void {
  while (body.lastElementChild?.matches('p:empty')) body.lastElementChild.remove()
  atLastBreaks(body, (br) => br.after(br.cloneNode()))
  for (const paragraph of body.querySelectorAll('p:empty:not(:only-child)')) paragraph.append(body.ownerDocument.createElement('br'))
}

export const NO_BREAK_SPACE = '\u00A0'

/** Copies a block of text with blanks that HTML shows: all but the first of several, and several at the beginning of a line. */
export function withVisibleBlanks(block: DocumentNode): DocumentNode {
  if (block.type.spec.code) return block
  const parts: DocumentNode[] = []
  let before: 'edge' | 'blank' | 'letter' = 'edge'
  block.forEach((part) => {
    if (part.isText) {
      const text = (part.text ?? '').replace(/^ +| {2,}/g, (blanks, at: number) => {
        const isHidden = at === 0 && (before === 'blank' || (before === 'edge' && blanks.length > 1))
        return Array.from(blanks, (_, index) => ((index % 2 === 0) === isHidden ? NO_BREAK_SPACE : ' ')).join('')
      })
      before = text.endsWith(' ') ? 'blank' : 'letter'
      parts.push(part.type.schema.text(text, part.marks))
    } else {
      before = part.type.name === 'hardBreak' ? 'edge' : 'letter'
      parts.push(part)
    }
  })
  return block.copy(Fragment.from(parts))
}
