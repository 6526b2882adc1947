/** A picture that did not load shows its text alternative on a plain colour, not on the blur that stood for it. */
export function watchFailedPictures(): void {
  const showText = (image: HTMLImageElement) => (image.style.background = '')
  document.addEventListener('error', ({ target }) => target instanceof HTMLImageElement && showText(target), true)
  for (const image of document.images) if (image.complete && image.src !== '' && image.naturalWidth === 0) showText(image)
}
