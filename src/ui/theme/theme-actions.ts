import { appStore } from '#ui/store/app-store.ts'

export const themeActions = {
  toggle: () => appStore.setState(({ theme }) => ({ theme: { theme: theme.theme === 'light' ? 'dark' : 'light' } })),
} as const
