import { useStore } from 'zustand'
import { type AppState, appStore } from './app-store.ts'

/** On the server and while hydrating, the initial state: signed out, light. The stored state follows. */
export const useAppStore = <Part>(select: (state: AppState) => Part): Part => useStore(appStore, select)
