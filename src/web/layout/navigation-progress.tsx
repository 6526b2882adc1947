import { SpinnerMark } from '#web/ui/spinner-mark.tsx'
import { useRouterState } from '#web/router/router-context.tsx'

/** A slim bar while the next screen loads, and the word for it where that takes longer; quick ones show neither. */
export const NavigationProgress = () => {
  const { pending } = useRouterState()
  return (
    <div role="status">
      {pending === null ? null : (
        <>
          <div className="nav-progress" />
          {/* The search screen says so in the place of its results. */}
          <p className={pending.pathname === '/search' ? 'sr-only' : 'nav-waiting'}>
            <SpinnerMark />
            Loading...
          </p>
        </>
      )}
    </div>
  )
}
