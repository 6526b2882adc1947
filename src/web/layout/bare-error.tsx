import { useRouteError } from 'react-router'
import { ErrorScreen } from './error-screen.tsx'

/** In place of everything, where not even the layout's own data is there. */
export const BareError = () => (
  <main className="flex flex-1">
    <ErrorScreen error={useRouteError()} />
  </main>
)
