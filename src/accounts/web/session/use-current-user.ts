import type { Account } from '#accounts/contract/users.endpoints.ts'
import { useAppStore } from '#ui/store/use-app-store.ts'

/** The signed-in account; null for visitors, on the server and while hydrating. */
export const useCurrentUser = (): Account | null => useAppStore((state) => state.user.currentUser)
