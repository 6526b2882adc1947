import { usePage } from '#web/page/page-context.ts'

/** Whether this is a visitor's page of a closed blog: then nothing leads to what they may not see. */
export const useIsShut = (): boolean => {
  const { site, isMember } = usePage()
  return site.isClosed && !isMember
}
