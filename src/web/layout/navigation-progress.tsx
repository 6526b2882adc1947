import { useRouterState } from '#web/router/router-context.tsx'

/** A slim bar while the next screen loads; quick ones never show it. */
export const NavigationProgress = () => (
  <div role="status">
    {useRouterState().pending === null ? null : (
      <div className="nav-progress">
        <span className="sr-only">Loading...</span>
      </div>
    )}
  </div>
)
