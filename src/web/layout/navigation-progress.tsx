import { useNavigation } from 'react-router'

/** A slim bar while the next screen loads; quick ones never show it. */
export const NavigationProgress = () => (
  <output>
    {useNavigation().state === 'idle' ? null : (
      <span className="nav-progress">
        <span className="sr-only">Loading...</span>
      </span>
    )}
  </output>
)
