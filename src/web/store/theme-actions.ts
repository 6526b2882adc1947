import { useAppStore } from './app-store.ts'

export const themeActions = {
  toggle: () => useAppStore.setState(({ theme }) => ({ theme: { theme: theme.theme === 'light' ? 'dark' : 'light' } })),
} as const
