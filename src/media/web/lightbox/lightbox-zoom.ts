/** A picture in its frame. The frame scrolls once the picture is larger than it. */
export interface Zoomed {
  readonly frame: HTMLElement
  readonly image: HTMLImageElement
}

interface Point {
  readonly x: number
  readonly y: number
}

const MOST = 4
/** Below this, a picture that is let go becomes as large as the frame again. */
const NEARLY_ALL = 1.06
const DOUBLE_TAP = { ms: 350, px: 40, scale: 2.5 } as const
/** A picture that is dragged this far up or down is put away. */
const PUT_AWAY_PX = 90

const scaleOf = ({ image }: Zoomed): number => Number(image.dataset['scale'] ?? 1)
export const isEnlarged = (zoomed: Zoomed): boolean => scaleOf(zoomed) > 1

/** Where a point of the screen is in the picture: 0 to 1. */
function partAt({ image }: Zoomed, { x, y }: Point): Point {
  const { left, top, width, height } = image.getBoundingClientRect()
  return { x: (x - left) / width, y: (y - top) / height }
}

/** Enlarges a picture so that a part of it is at a point of the screen, or shows all of it again. */
function place(zoomed: Zoomed, { scale, part, at }: { readonly scale: number; readonly part: Point; readonly at: Point }): void {
  const { frame, image } = zoomed
  const fit = image.clientWidth / scaleOf(zoomed)
  const next = Math.min(MOST, Math.max(1, scale))
  image.dataset['scale'] = String(next)
  frame.classList.toggle('is-enlarged', next > 1)
  image.style.width = next > 1 ? `${fit * next}px` : ''
  const { left, top, width, height } = image.getBoundingClientRect()
  frame.scrollBy({ left: left + part.x * width - at.x, top: top + part.y * height - at.y, behavior: 'instant' })
}

/** Loads the size that an enlarged picture needs. */
function sharpen({ image }: Zoomed): void {
  const sizes = `${Math.min(image.clientWidth, Number(image.getAttribute('width')))}px`
  for (const source of image.parentElement?.querySelectorAll<HTMLSourceElement | HTMLImageElement>('source, img') ?? [])
    source.sizes = sizes
}

const centreOf = ({ frame }: Zoomed): Point => {
  const { left, top, width, height } = frame.getBoundingClientRect()
  return { x: left + width / 2, y: top + height / 2 }
}

/** @param factor how many times as large as now; 0 shows all of it */
export function zoomBy(zoomed: Zoomed, factor: number, at: Point = centreOf(zoomed)): void {
  place(zoomed, { scale: scaleOf(zoomed) * factor, part: partAt(zoomed, at), at })
  sharpen(zoomed)
}

/** Two taps, two fingers and the wheel enlarge a picture; a drag up or down puts it away. */
export function startZoom(zoomed: Zoomed, putAway: () => void): void {
  const { frame } = zoomed
  startDoubleTap(zoomed)
  startPinch(zoomed)
  startDrag(zoomed, putAway)
  // Trackpads send a pinch as a wheel with Ctrl.
  frame.addEventListener(
    'wheel',
    (event) => {
      if (!event.ctrlKey) return
      event.preventDefault()
      zoomBy(zoomed, Math.exp(-event.deltaY / 100), { x: event.clientX, y: event.clientY })
    },
    { passive: false },
  )
}

/** Safari on a phone reports no double click. */
function startDoubleTap(zoomed: Zoomed): void {
  let last: { readonly at: number; readonly x: number; readonly y: number } | null = null
  zoomed.image.addEventListener('click', ({ timeStamp, clientX: x, clientY: y }) => {
    const isSecond = last !== null && timeStamp - last.at < DOUBLE_TAP.ms && Math.hypot(x - last.x, y - last.y) < DOUBLE_TAP.px
    last = isSecond ? null : { at: timeStamp, x, y }
    if (isSecond) zoomBy(zoomed, isEnlarged(zoomed) ? 0 : DOUBLE_TAP.scale, { x, y })
  })
}

const middleOf = ([a, b]: readonly Touch[]): Point => ({ x: (a!.clientX + b!.clientX) / 2, y: (a!.clientY + b!.clientY) / 2 })
const distanceOf = ([a, b]: readonly Touch[]): number => Math.hypot(a!.clientX - b!.clientX, a!.clientY - b!.clientY)

function startPinch(zoomed: Zoomed): void {
  const { frame } = zoomed
  let begun: { readonly part: Point; readonly scale: number; readonly distance: number } | null = null
  frame.addEventListener(
    'touchstart',
    (event) => {
      const touches = [...event.touches]
      if (touches.length !== 2) return
      event.preventDefault()
      begun = { part: partAt(zoomed, middleOf(touches)), scale: scaleOf(zoomed), distance: distanceOf(touches) }
    },
    { passive: false },
  )
  frame.addEventListener(
    'touchmove',
    (event) => {
      const touches = [...event.touches]
      if (begun === null || touches.length !== 2) return
      event.preventDefault()
      place(zoomed, { scale: (begun.scale * distanceOf(touches)) / begun.distance, part: begun.part, at: middleOf(touches) })
    },
    { passive: false },
  )
  const end = () => {
    if (begun === null) return
    begun = null
    if (scaleOf(zoomed) < NEARLY_ALL) zoomBy(zoomed, 0)
    else sharpen(zoomed)
  }
  frame.addEventListener('touchend', end)
  frame.addEventListener('touchcancel', end)
}

function startDrag(zoomed: Zoomed, putAway: () => void): void {
  const { frame, image } = zoomed
  let from: Point | null = null
  let moved = 0
  const settle = () => {
    from = null
    moved = 0
    image.style.translate = ''
  }
  frame.addEventListener(
    'touchstart',
    ({ touches: [touch, other] }) => {
      settle()
      if (touch && !other && !isEnlarged(zoomed)) from = { x: touch.clientX, y: touch.clientY }
    },
    { passive: true },
  )
  frame.addEventListener(
    'touchmove',
    ({ touches: [touch] }) => {
      if (from === null || !touch) return
      const [across, down] = [touch.clientX - from.x, touch.clientY - from.y]
      // A swipe to the side belongs to the row.
      if (moved === 0 && Math.abs(across) > Math.abs(down)) return settle()
      moved = down
      image.style.translate = `0 ${down}px`
    },
    { passive: true },
  )
  frame.addEventListener('touchend', () => {
    const isFar = Math.abs(moved) > PUT_AWAY_PX
    settle()
    if (isFar) putAway()
  })
  frame.addEventListener('touchcancel', settle)
}
