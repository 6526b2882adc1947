import { createContext, useContext } from 'react'
import { useStore } from 'zustand'
import { attention, type AttentionCounts } from '#accounts/web/index.ts'

/** Numbers when the page was loaded; null for readers. */
export const LoadedCounts = createContext<AttentionCounts | null>(null)

/** Numbers of items that wait for an admin. */
export const useWaitingCounts = (): AttentionCounts => {
  const loaded = useContext(LoadedCounts)
  return useStore(attention, ({ waiting }) => waiting) ?? loaded ?? { comments: 0, newComments: 0, requests: 0 }
}
