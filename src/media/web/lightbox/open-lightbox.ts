import './lightbox.css'
import { createSlide, loadSlide, previewSlide, type Slide } from './lightbox-slide.ts'
import { isEnlarged, zoomBy } from './lightbox-zoom.ts'

const PAGE_STATE = 'lightbox'
let isOpen = false

/**
 * Opens a picture of a text over the page, with the others of the same text beside it.
 * @param opener the picture, or the number over it
 */
export function openLightbox(opener: HTMLElement): void {
  const photo = opener.closest('div')?.querySelector<HTMLAnchorElement>('a.photo')
  const first = opener instanceof HTMLAnchorElement ? opener : photo
  if (isOpen || !first) return
  isOpen = true
  const text = first.closest<HTMLElement>('.post-body')
  const photos = text === null ? [first] : [...text.querySelectorAll<HTMLAnchorElement>('a.photo')]
  const slides = photos.map(createSlide)
  const view = createDialog(slides)
  // Texts from right to left begin at the right.
  if (text !== null) view.dialog.dir = getComputedStyle(text).direction
  const { show, current } = showSlides(view, slides)
  listenToKeys(view, slides, current)
  closeOnBack(view.dialog, () => {
    isOpen = false
    const last = photos[current()]
    if (last === undefined || last === first) return opener.focus()
    // A picture among the further ones of its gallery is shown.
    last.closest('.gallery')?.previousElementSibling?.querySelector('.gallery-more')?.setAttribute('open', '')
    last.focus()
  })
  document.body.append(view.dialog)
  view.dialog.showModal()
  slides[photos.indexOf(first)]?.element.scrollIntoView({ behavior: 'instant', inline: 'center' })
  show(photos.indexOf(first))
}

type View = ReturnType<typeof createDialog>

/** Follows the picture in view, however it came there: by a swipe, a key or a button. */
function showSlides({ dialog, row, position, save, previous, next }: View, slides: readonly Slide[]) {
  let index = -1
  const load = (slide: Slide) => loadSlide(slide, () => dialog.close())
  const show = (at: number) => {
    const ahead = at + (at < index ? -1 : 1)
    const before = slides[index]
    if (at === index) return
    if (before?.zoomed) zoomBy(before.zoomed, 0)
    index = at
    position.textContent = slides.length === 1 ? '' : `${at + 1} of ${slides.length}`
    save.href = slides[at]?.photo.getAttribute('href') ?? ''
    previous.disabled = at === 0
    next.disabled = at === slides.length - 1
    for (const beside of [slides[at - 1], slides[at + 1]]) if (beside) previewSlide(beside)
    // The one ahead follows when this one has arrived.
    if (slides[at]) void load(slides[at]).then(() => (index === at && slides[ahead] && !isLineSlow() ? load(slides[ahead]) : undefined))
  }
  const inView = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) show(slides.findIndex(({ element }) => element === target))
      }
    },
    { root: row, threshold: 0.6 },
  )
  for (const { element } of slides) inView.observe(element)
  dialog.addEventListener('close', () => inView.disconnect())
  return { show, current: () => index }
}

function listenToKeys({ dialog, previous, next }: View, slides: readonly Slide[], current: () => number): void {
  const go = (step: number) =>
    slides[current() + step]?.element.scrollIntoView({ behavior: isMotionReduced() ? 'instant' : 'smooth', inline: 'center' })
  previous.addEventListener('click', () => go(-1))
  next.addEventListener('click', () => go(1))
  dialog.addEventListener('keydown', ({ key, ctrlKey, metaKey }) => {
    if (ctrlKey || metaKey) return
    const zoomed = slides[current()]?.zoomed
    const factor = ({ '+': 1.5, '=': 1.5, '-': 1 / 1.5, '0': 0 } as const)[key]
    if (zoomed && factor !== undefined) return zoomBy(zoomed, factor)
    const [across, down] = ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] } as const)[key] ?? [0, 0]
    if (zoomed && isEnlarged(zoomed)) zoomed.frame.scrollBy({ left: across * STEP_PX, top: down * STEP_PX })
    else if (across !== 0) go(dialog.dir === 'rtl' ? -across : across)
  })
}

/** How far an arrow key moves an enlarged picture. */
const STEP_PX = 80

/** 'Back' closes the pictures instead of leaving the page. */
function closeOnBack(dialog: HTMLDialogElement, onClosed: () => void): void {
  const onBack = () => dialog.close()
  history.pushState({ ...(history.state as object | null), [PAGE_STATE]: true }, '')
  addEventListener('popstate', onBack, { once: true })
  dialog.addEventListener('close', () => {
    removeEventListener('popstate', onBack)
    dialog.remove()
    const wasOnBack = (history.state as Record<string, unknown> | null)?.[PAGE_STATE] !== true
    if (wasOnBack) return onClosed()
    // The event of this step back must not close the next lightbox.
    addEventListener('popstate', onClosed, { once: true })
    history.back()
  })
}

const isMotionReduced = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/** Whether pictures should not be loaded before they are requested. Browsers that do not tell count as fast. */
const isLineSlow = (): boolean => {
  const line = (navigator as { connection?: { saveData?: boolean; effectiveType?: string } }).connection
  return line?.saveData === true || (line?.effectiveType ?? '4g') !== '4g'
}

const ICONS = {
  Previous: 'M15 5l-7 7 7 7',
  Next: 'M9 5l7 7-7 7',
  Close: 'M6 6l12 12M18 6L6 18',
} as const

function createButton(label: keyof typeof ICONS): HTMLButtonElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.ariaLabel = label
  button.className = `lightbox-${label.toLowerCase()}`
  button.innerHTML = `<svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true"><path d="${ICONS[label]}" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/></svg>`
  return button
}

function createDialog(slides: readonly Slide[]) {
  const dialog = document.createElement('dialog')
  dialog.className = 'lightbox'
  dialog.ariaLabel = slides.length === 1 ? 'Picture' : 'Pictures'
  const row = document.createElement('div')
  row.className = 'lightbox-row'
  row.append(...slides.map(({ element }) => element))
  const position = document.createElement('output')
  const save = document.createElement('a')
  save.textContent = 'Save'
  save.download = ''
  const close = createButton('Close')
  close.autofocus = true
  close.addEventListener('click', () => dialog.close())
  const bar = document.createElement('div')
  bar.className = 'lightbox-bar'
  const [previous, next] = [createButton('Previous'), createButton('Next')]
  bar.append(position, ...(slides.length === 1 ? [] : [previous, next]), save, close)
  dialog.append(bar, row)
  return { dialog, row, position, save, previous, next }
}
