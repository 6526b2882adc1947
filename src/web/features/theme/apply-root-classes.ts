import { type AppState, useAppStore } from '#web/store/app-store.ts'

const apply = ({ theme, user }: AppState) => {
  const { classList } = document.documentElement
  classList.toggle('dark', theme.theme === 'dark')
  classList.toggle('light', theme.theme === 'light')
  classList.toggle('signed-in', user.currentUser !== null)
  document
    .querySelector('meta[name="theme-color"]')
    ?.setAttribute('content', getComputedStyle(document.documentElement).getPropertyValue('--paper').trim())
}

/** Keeps the classes that the head script set on <html> in step with the store. */
export const followRootClasses = (): void => {
  apply(useAppStore.getState())
  useAppStore.subscribe(apply)
}
