import type { Viewer } from '#contract/permissions.ts'
import type { Account } from '#contract/endpoints/users.ts'
import { useAppStore } from '#web/store/use-app-store.ts'

export const toViewer = (account: Pick<Account, '_id' | 'isAdmin'>): Viewer => ({ id: account._id, isAdmin: account.isAdmin })

/** The signed-in account; null for visitors, on the server and while hydrating. */
export const useCurrentUser = (): Account | null => useAppStore((state) => state.user.currentUser)
