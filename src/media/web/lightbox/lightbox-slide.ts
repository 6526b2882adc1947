import { startZoom, type Zoomed } from './lightbox-zoom.ts'

/** One picture of the lightbox, which is loaded when it is needed. */
export interface Slide {
  readonly element: HTMLElement
  readonly frame: HTMLElement
  readonly photo: HTMLAnchorElement
  /** Once it is loaded. */
  zoomed: Zoomed | null
}

export function createSlide(photo: HTMLAnchorElement): Slide {
  const element = document.createElement('figure')
  const frame = document.createElement('div')
  frame.className = 'lightbox-frame'
  // Focusable, so that the row that scrolls has something for the keyboard.
  frame.tabIndex = -1
  const caption = photo.closest('figure')?.querySelector('figcaption')
  element.append(frame)
  if (caption) element.append(caption.cloneNode(true))
  return { element, frame, photo, zoomed: null }
}

/** The size that the page shows already, for a slide that is beside the one in view. Costs no request. */
export function previewSlide({ frame, photo }: Slide): void {
  const shown = photo.querySelector('img')
  if (shown === null || frame.firstChild !== null || !isLoaded(shown)) return
  const image = shown.cloneNode() as HTMLImageElement
  image.srcset = ''
  image.src = shown.currentSrc
  frame.append(image)
}

const isLoaded = (image: HTMLImageElement) => image.complete && image.naturalWidth > 0

/** Shows the size that the page has already, then the one that fits the screen. @returns when it has arrived */
export function loadSlide(slide: Slide, putAway: () => void): Promise<void> {
  const { frame, photo } = slide
  const shown = photo.querySelector('img')
  const picture = photo.querySelector('picture')?.cloneNode(true)
  if (slide.zoomed !== null || shown === null || !(picture instanceof HTMLElement)) return Promise.resolve()
  const image = picture.querySelector('img')!
  slide.zoomed = { frame, image }
  const [ownWidth, ownHeight] = [Number(shown.getAttribute('width')), Number(shown.getAttribute('height'))]
  const width = Math.ceil(Math.min(innerWidth, (innerHeight * ownWidth) / ownHeight, ownWidth))
  for (const source of picture.querySelectorAll<HTMLSourceElement | HTMLImageElement>('source, img')) source.sizes = `${width}px`
  image.loading = 'eager'
  if (isLoaded(shown)) image.style.background = `url("${shown.currentSrc}") center / 100% 100%`
  startZoom(slide.zoomed, putAway)
  frame.replaceChildren(picture)
  return new Promise((resolve) => {
    image.addEventListener('load', () => resolve())
    image.addEventListener('error', () => {
      showFailure(slide, () => void loadSlide(slide, putAway))
      resolve()
    })
  })
}

function showFailure(slide: Slide, tryAgain: () => void): void {
  slide.zoomed = null
  const message = document.createElement('p')
  message.textContent = 'This picture did not load. '
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = 'Try again'
  button.addEventListener('click', tryAgain)
  message.append(button)
  slide.frame.replaceChildren(message)
}
