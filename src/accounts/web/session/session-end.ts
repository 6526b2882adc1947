let navigateInstead: (() => void) | null = null

/** Replaces the reload after a write that was refused because the session has ended. @returns a function that undoes this */
export const onSessionEnd = (navigate: () => void): (() => void) => {
  navigateInstead = navigate
  return () => {
    if (navigateInstead === navigate) navigateInstead = null
  }
}

/** Navigates only once: of two simultaneous navigations, either may win. */
export const leaveAfterSessionEnd = (reload: () => void): void => (navigateInstead ?? reload)()
