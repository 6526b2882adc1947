import { createContext, startTransition, useContext, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import type { BlockedNavigation, BrowserRouter, LeaveCheck, NavigateOptions, RouterLocation, RouterState } from './browser-router.ts'
import type { LoaderData } from './page-module.ts'

interface RouterView {
  readonly state: RouterState
  /** Null on the server, where nobody goes anywhere. */
  readonly router: BrowserRouter | null
}

const RouterContext = createContext<RouterView | null>(null)

const useView = (): RouterView => {
  const view = useContext(RouterContext)
  if (view === null) throw new Error('This part must stand inside a router.')
  return view
}

// There is no layout on the server, and React says so.
const useAfterCommit = typeof document === 'undefined' ? useEffect : useLayoutEffect

/** What is around every screen on the server: one state that never changes. */
export const StaticRouterProvider = ({ state, children }: { readonly state: RouterState; readonly children: ReactNode }) => (
  <RouterContext value={{ state, router: null }}>{children}</RouterContext>
)

/** Shows the router's state and puts the scroll where it belongs once a screen stands. */
export const RouterProvider = ({ router, children }: { readonly router: BrowserRouter; readonly children: ReactNode }) => {
  const [state, setState] = useState(router.getState)
  const isFirst = useRef(true)
  useEffect(() => router.subscribe(() => startTransition(() => setState(router.getState()))), [router])
  useAfterCommit(() => {
    router.screenStands(isFirst.current)
    isFirst.current = false
  }, [router, state.location])
  return <RouterContext value={{ state, router }}>{children}</RouterContext>
}

export const useRouterState = (): RouterState => useView().state

export const useLocation = (): RouterLocation => useView().state.location

/** Data of the screen's loader. */
export const useLoaderData = <L,>(): LoaderData<L> => useView().state.page.data as LoaderData<L>

export type Navigate = (to: string, options?: NavigateOptions) => Promise<void>

/** Moves to another screen from code; a link does it by itself. */
export const useNavigate = (): Navigate => {
  const { router } = useView()
  return async (to, options) => router?.navigate(to, options)
}

/** Holds navigations back while `check` says so. @returns the one that waits for the reader's word */
export const useLeaveCheck = (check: LeaveCheck): BlockedNavigation | null => {
  const { state, router } = useView()
  useEffect(() => {
    router?.setLeaveCheck(check)
    return () => router?.setLeaveCheck(null)
  }, [router, check])
  return state.blocked
}
