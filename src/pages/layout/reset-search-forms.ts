const isBack = () =>
  performance.getEntriesByType('navigation').some((entry) => (entry as PerformanceNavigationTiming).type === 'back_forward')

/** After Back, browsers restore typed text: the search field would not match the results below it. */
export const resetSearchForms = (): void =>
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted && !isBack()) return
    for (const form of document.querySelectorAll<HTMLFormElement>('search form')) form.reset()
  })
