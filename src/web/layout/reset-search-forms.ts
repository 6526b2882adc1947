const isBack = () =>
  performance.getEntriesByType('navigation').some((entry) => (entry as PerformanceNavigationTiming).type === 'back_forward')

/** After Back, a browser fills in what was typed before leaving: the search would stand above the results of another one. */
export const resetSearchForms = (): void =>
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted && !isBack()) return
    for (const form of document.querySelectorAll<HTMLFormElement>('search form')) form.reset()
  })
