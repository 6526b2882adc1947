import type { Account } from '#contract/endpoints/users.ts'
import { useAppStore } from '#web/store/use-app-store.ts'

/** The signed-in account; null for visitors, on the server and while hydrating. */
export const useCurrentUser = (): Account | null => useAppStore((state) => state.user.currentUser)
