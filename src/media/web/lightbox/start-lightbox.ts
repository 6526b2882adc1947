/** Taps on a picture of a text open it over the page. Without this script the picture is a link to its largest size. */
export const startLightbox = (): void =>
  document.addEventListener('click', (event) => {
    const photo = (event.target as Element).closest<HTMLAnchorElement>('a.photo')
    if (photo === null || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    import('./open-lightbox.ts').then(
      ({ openLightbox }) => openLightbox(photo),
      () => location.assign(photo.href),
    )
  })
