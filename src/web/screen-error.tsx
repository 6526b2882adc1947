import { useRouteError } from 'react-router'
import { ErrorScreen } from '#web/layout/error-screen.tsx'
import { NotFound } from '#web/pages/not-found/not-found.tsx'
import { isNotFound } from './head-of-state.ts'

/** In place of a screen whose loader or rendering failed, inside the layout. */
export const ScreenError = () => {
  const error = useRouteError()
  return isNotFound(error) ? <NotFound /> : <ErrorScreen error={error} />
}
