import { usePage } from '#site/web/index.ts'

/** Whether a visitor sees a page of a closed blog, which must not link to what visitors may not see. */
export const useIsClosedToVisitor = (): boolean => {
  const { site, isMember } = usePage()
  return site.isClosed && !isMember
}
