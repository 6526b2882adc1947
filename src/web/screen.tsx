import { Component, type ReactNode } from 'react'
import { ErrorScreen } from '#web/layout/error-screen.tsx'
import { NotFound } from '#web/pages/not-found/not-found.tsx'
import type { LoadedPage } from '#web/router/load-page.ts'
import { useRouterState } from '#web/router/router-context.tsx'
import { isNotFound } from './head-of-page.ts'

interface BoundaryProps {
  readonly page: LoadedPage
  readonly children: ReactNode
}

interface BoundaryState {
  readonly page: LoadedPage | null
  readonly caught: { readonly error: unknown } | null
}

/** A screen that fails while it renders becomes the error screen; the layout around it stays (spec §8). */
class ScreenBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { page: null, caught: null }

  static getDerivedStateFromError(error: unknown): Partial<BoundaryState> {
    return { caught: { error } }
  }

  /** Loaded anew, a screen gets a new chance. */
  static getDerivedStateFromProps({ page }: BoundaryProps, state: BoundaryState): BoundaryState | null {
    return page === state.page ? null : { page, caught: null }
  }

  override render(): ReactNode {
    return this.state.caught === null ? this.props.children : <ErrorScreen error={this.state.caught.error} />
  }
}

/** What stands between header and footer. Another path is another screen: nothing of the last one's state stays. */
export const Screen = () => {
  const { page, location } = useRouterState()
  if (page.error !== null) return isNotFound(page.error) ? <NotFound /> : <ErrorScreen error={page.error} />
  const { Component: Page } = page.module
  return (
    <ScreenBoundary key={location.pathname} page={page}>
      <Page />
    </ScreenBoundary>
  )
}
