let goElsewhere: (() => void) | null = null

/** Where the open page goes when a write was refused because the session is over. @returns what takes it back */
export const onSessionEnd = (go: () => void): (() => void) => {
  goElsewhere = go
  return () => {
    if (goElsewhere === go) goElsewhere = null
  }
}

/** One navigation alone: of two at once, either may win. */
export const leaveAfterSessionEnd = (reload: () => void): void => (goElsewhere ?? reload)()
