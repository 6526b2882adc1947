import { useId } from 'react'
import type { WritingSession } from '#writing/web/drafts/writing-session.ts'
import type { TextChanges } from '#writing/web/post-form/use-text-changes.tsx'
import type { WritingState } from '#writing/web/drafts/writing-state.ts'
import { Button } from '#ui/components/button.tsx'
import { focusOnce } from '#ui/components/focus-notice.ts'
import { CompareTexts } from './compare-texts.tsx'
import { Card } from '#ui/components/card.tsx'

const WORDS = {
  published: {
    other: 'Published now',
    why: 'Someone else, or you in another place, published another version while this text was being written.',
    result:
      '“Keep mine”: your text replaces the published one when you publish it; the published one stays among the earlier versions. “Take theirs”: you go on from the published one; your text stays among the earlier versions, where only you see it.',
  },
  draft: {
    other: 'Saved elsewhere',
    why: 'You have changed this text in another place, too: in another tab or on another device.',
    result: 'You go on from the text that you choose. The other one stays among the earlier versions, where only you see it.',
  },
}

interface ChooseTextProps {
  readonly session: WritingSession
  readonly state: WritingState
  readonly changes: TextChanges
}

/** Another text and the current one, and the choice between them. The form below can still be edited, so that both are in view while writing. */
export const ChooseText = ({ session, state: { compared, text }, changes }: ChooseTextProps) => {
  const id = useId()
  const { otherText } = session
  if (compared === null || otherText === null) return null
  const { other, why, result } = WORDS[compared]
  return (
    <Card as="section" aria-labelledby={id} className="stack border-line-strong">
      {/* The button that opened the comparison is further down the page. */}
      <h2 id={id} ref={focusOnce} tabIndex={-1} className="text-h3 outline-none">
        Two versions of this post
      </h2>
      <p className="text-small text-ink-soft">{why} Nothing is lost: copy what you need, and choose.</p>
      <CompareTexts other={otherText} mine={text} names={{ other, mine: 'Yours' }} />
      <p className="text-small text-ink-soft">{result}</p>
      <div className="row gap-3">
        <Button variant="primary" onClick={() => changes.apply(session.keepMine)}>
          Keep mine
        </Button>
        <Button onClick={() => changes.replace(session.takeOther)}>{compared === 'published' ? 'Take theirs' : 'Take the other'}</Button>
        <Button variant="plain" onClick={() => changes.apply(session.stopComparing)}>
          Not now
        </Button>
      </div>
    </Card>
  )
}
