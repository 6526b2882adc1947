/** The token of a mailed link stands behind its #, where no server, log or cache sees it. */
export const readLinkToken = (): string => location.hash.slice(1)

/** Takes it out of the address once it is used up, so that it stays in no history. */
export const forgetLinkToken = (): void => history.replaceState(history.state, '', location.pathname)
