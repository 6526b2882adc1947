import { deviceStorage } from '#ui/store/browser-storage.ts'

const KEY = 'session-ended'

/** Shows on the sign-in page why an admin ended the session. */
export const showEndNotice = (): void => {
  const place = document.querySelector('[data-end-notice]')
  // Without storage, the next attempt to sign in shows it.
  if (place !== null) place.textContent = deviceStorage.read(KEY)
}

/** Stores why an admin ended the session, for the sign-in page of any tab; null removes it. */
export const storeEndNotice = (reason: string | null): void => {
  deviceStorage.write(KEY, reason)
  showEndNotice()
}
