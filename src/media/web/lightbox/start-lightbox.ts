const load = () => import('./open-lightbox.ts')

/** What a tap opens: a picture of a text, or the number over the last of the first pictures of a long gallery. */
const openerAt = ({ target }: Event): HTMLElement | null => (target as Element).closest<HTMLElement>('a.photo, .gallery-more > summary')

/** Taps on a picture of a text open it over the page. Without this script the picture is a link to its largest size. */
export function startLightbox(): void {
  // The script arrives while the finger is still on the picture.
  document.addEventListener('pointerdown', (event) => {
    if (openerAt(event)) load().catch(() => {})
  })
  document.addEventListener('click', (event) => {
    const opener = openerAt(event)
    if (opener === null || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    load().then(
      ({ openLightbox }) => openLightbox(opener),
      () => (opener instanceof HTMLAnchorElement ? location.assign(opener.href) : opener.parentElement?.setAttribute('open', '')),
    )
  })
}
