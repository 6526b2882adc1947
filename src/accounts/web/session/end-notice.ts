const KEY = 'session-ended'

/** Shows on the sign-in page why an admin ended the session. */
export const showEndNotice = (): void => {
  const place = document.querySelector('[data-end-notice]')
  if (place === null) return
  try {
    place.textContent = localStorage.getItem(KEY)
  } catch {
    // Without storage, the next attempt to sign in shows it.
  }
}

/** Stores why an admin ended the session, for the sign-in page of any tab; null removes it. */
export const storeEndNotice = (reason: string | null): void => {
  try {
    if (reason === null) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, reason)
  } catch {
    return
  }
  showEndNotice()
}
