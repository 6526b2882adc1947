const KEY = 'new-email'

/** Stores the email of a new account for the sign-in page of this tab, so that no address and no log contains it; null removes it. */
export const storeNewEmail = (email: string | null): void => {
  try {
    if (email === null) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, email)
  } catch {
    // Without storage the user enters it again.
  }
}

/** Fills it into an empty field. */
export const fillInNewEmail = (field: unknown): void => {
  if (!(field instanceof HTMLInputElement) || field.value !== '') return
  try {
    field.value = sessionStorage.getItem(KEY) ?? ''
  } catch {
    // Without storage there is none.
  }
}
