import { Alert } from '#ui/components/alert.tsx'
import { Button } from '#ui/components/button.tsx'
import type { GrowingList } from './load-more.ts'

interface ListMoreProps {
  readonly list: Pick<GrowingList<never>, 'hasMore' | 'status'>
  readonly onShowMore: () => Promise<void>
}

/** 'Show More' of a list on a guarded page. */
export const ListMore = ({ list: { hasMore, status }, onShowMore }: ListMoreProps) => (
  <>
    {status === 'failed' ? <Alert kind="info">More could not be loaded just now. Please try again in a moment.</Alert> : null}
    {hasMore ? (
      <Button className="justify-self-center" busy={status === 'loading'} onClick={() => void onShowMore()}>
        Show More
      </Button>
    ) : null}
  </>
)
