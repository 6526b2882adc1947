import { type AppState, appStore } from '#ui/store/app-store.ts'

const toggle = () => appStore.setState(({ theme }) => ({ theme: { theme: theme.theme === 'light' ? 'dark' : 'light' } }))

const apply = ({ theme }: AppState['theme']) => {
  const { classList } = document.documentElement
  classList.toggle('dark', theme === 'dark')
  classList.toggle('light', theme === 'light')
  document
    .querySelector('meta[name="theme-color"]')
    ?.setAttribute('content', getComputedStyle(document.documentElement).getPropertyValue('--paper').trim())
}

/** Keeps the page in sync with the stored theme, which the toggle in the header changes. */
export const startTheme = (): void => {
  apply(appStore.getState().theme)
  appStore.subscribe(({ theme }, { theme: before }) => {
    if (theme !== before) apply(theme)
  })
  addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('[data-theme-toggle]')) toggle()
  })
}
