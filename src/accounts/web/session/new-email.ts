import { tabStorage } from '#ui/store/browser-storage.ts'

const KEY = 'new-email'

/** Stores the email of a new account for the sign-in page of this tab, so that no address and no log contains it; null removes it. */
export const storeNewEmail = (email: string | null): void => tabStorage.write(KEY, email)

/** Fills it into an empty field. */
export const fillInNewEmail = (field: unknown): void => {
  if (field instanceof HTMLInputElement && field.value === '') field.value = tabStorage.read(KEY) ?? ''
}
