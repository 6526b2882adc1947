/** One picture of the lightbox, which is loaded when it is needed. */
export interface Slide {
  readonly element: HTMLElement
  readonly photo: HTMLAnchorElement
}

export function createSlide(photo: HTMLAnchorElement): Slide {
  const element = document.createElement('figure')
  const frame = document.createElement('div')
  frame.className = 'lightbox-frame'
  // Focusable, so that the keyboard scrolls an enlarged picture.
  frame.tabIndex = -1
  const caption = photo.closest('figure')?.querySelector('figcaption')
  element.append(frame)
  if (caption) element.append(caption.cloneNode(true))
  return { element, photo }
}

const DOUBLE_TAP_MS = 350

/** Shows the size that the page has already, then the one that fits the screen. */
export function loadSlide({ element, photo }: Slide): void {
  const frame = element.firstElementChild
  const shown = photo.querySelector('img')
  if (!(frame instanceof HTMLElement) || shown === null || frame.firstChild !== null) return
  const picture = photo.querySelector('picture')?.cloneNode(true) as HTMLElement
  const image = picture.querySelector('img')!
  const [ownWidth, ownHeight] = [Number(shown.getAttribute('width')), Number(shown.getAttribute('height'))]
  const width = Math.ceil(Math.min(innerWidth, (innerHeight * ownWidth) / ownHeight, ownWidth))
  for (const source of picture.querySelectorAll<HTMLSourceElement | HTMLImageElement>('source, img')) source.sizes = `${width}px`
  image.loading = 'eager'
  if (shown.complete && shown.currentSrc !== '') image.style.background = `url("${shown.currentSrc}") center / 100% 100%`
  let tappedAt = -Infinity
  // Safari on a phone reports no double click.
  image.addEventListener('click', (event) => {
    const isSecond = event.timeStamp - tappedAt < DOUBLE_TAP_MS
    tappedAt = isSecond ? -Infinity : event.timeStamp
    if (isSecond) enlarge(frame, event)
  })
  frame.append(picture)
}

/** Enlarges a picture where it was tapped twice, or shows all of it again. */
function enlarge(frame: HTMLElement, { offsetX, offsetY, target }: MouseEvent): void {
  const image = target as HTMLImageElement
  const [x, y] = [offsetX / image.clientWidth, offsetY / image.clientHeight]
  if (!frame.classList.toggle('is-enlarged')) return
  frame.scrollTo(image.clientWidth * x - frame.clientWidth / 2, image.clientHeight * y - frame.clientHeight / 2)
}
