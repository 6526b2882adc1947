import type { ComponentProps, ComponentType } from 'react'
import { Island } from './island.tsx'

interface Props<Part extends ComponentType<any>> {
  readonly component: Part
  readonly props: ComponentProps<Part>
}

/**
 * A page that is an application: the dashboard, the set-up, those for writing. It needs its script, and says so while that is
 * not there. The style alone shows the notice after some seconds, so it also appears where no script runs.
 */
export const Application = <Part extends ComponentType<any>>(island: Props<Part>) => (
  <>
    <Island {...island} hydration="now" />
    <p className="script-notice alert alert-info">
      This page needs a script that your browser has not loaded yet. Nothing is saved before it is there. Loading the page again often
      helps.
    </p>
  </>
)
