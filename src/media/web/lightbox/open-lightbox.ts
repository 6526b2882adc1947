import './lightbox.css'
import { createSlide, loadSlide, type Slide } from './lightbox-slide.ts'

const PAGE_STATE = 'lightbox'
let isOpen = false

/** Opens a picture of a text over the page, with the others of the same text beside it. */
export function openLightbox(photo: HTMLAnchorElement): void {
  if (isOpen) return
  isOpen = true
  const photos = [...(photo.closest('.post-body')?.querySelectorAll<HTMLAnchorElement>('a.photo') ?? [photo])]
  const slides = photos.map(createSlide)
  const { dialog, row, position, save, previous, next } = createDialog(slides)
  let index = photos.indexOf(photo)

  const show = (at: number) => {
    index = at
    position.textContent = photos.length === 1 ? '' : `${at + 1} of ${photos.length}`
    save.href = photos[at]?.getAttribute('href') ?? ''
    previous.disabled = at === 0
    next.disabled = at === photos.length - 1
    for (const near of isLineSlow() ? [at] : [at, at + 1, at - 1]) if (slides[near]) loadSlide(slides[near])
  }
  const go = (step: -1 | 1) => slides[index + step]?.element.scrollIntoView({ behavior: isMotionReduced() ? 'instant' : 'smooth' })

  previous.addEventListener('click', () => go(-1))
  next.addEventListener('click', () => go(1))
  dialog.addEventListener('keydown', ({ key }) => {
    const step = ({ ArrowLeft: -1, ArrowRight: 1 } as const)[key]
    if (step !== undefined) go(step)
  })
  // The picture in view, however it came there: a swipe, a key, a button.
  const inView = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) show(slides.findIndex(({ element }) => element === target))
      }
    },
    { root: row, threshold: 0.6 },
  )
  for (const { element } of slides) inView.observe(element)

  // 'Back' closes the pictures instead of leaving the page.
  const onBack = () => dialog.close()
  history.pushState({ ...(history.state as object | null), [PAGE_STATE]: true }, '')
  addEventListener('popstate', onBack, { once: true })
  dialog.addEventListener('close', () => {
    removeEventListener('popstate', onBack)
    inView.disconnect()
    dialog.remove()
    const hasEnded = () => (isOpen = false)
    if ((history.state as Record<string, unknown> | null)?.[PAGE_STATE] === true) {
      // The event of this step back must not close the next lightbox.
      addEventListener('popstate', hasEnded, { once: true })
      history.back()
    } else hasEnded()
    // A picture among the further ones of its gallery is shown.
    photos[index]?.closest('details')?.setAttribute('open', '')
    photos[index]?.focus()
  })

  document.body.append(dialog)
  dialog.showModal()
  row.scrollLeft = index * row.clientWidth
  show(index)
}

const isMotionReduced = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/** Whether pictures should not be loaded before they are asked for. */
const isLineSlow = (): boolean => {
  const line = (navigator as { connection?: { saveData?: boolean; effectiveType?: string } }).connection
  return line?.saveData === true || line?.effectiveType?.endsWith('2g') === true
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
  close.addEventListener('click', () => dialog.close())
  const bar = document.createElement('div')
  bar.className = 'lightbox-bar'
  bar.append(position, save, close)
  const [previous, next] = [createButton('Previous'), createButton('Next')]
  dialog.append(bar, row, ...(slides.length === 1 ? [] : [previous, next]))
  return { dialog, row, position, save, previous, next }
}
