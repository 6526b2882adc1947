import { useId } from 'react'
import type { WritingSession } from '#writing/web/drafts/writing-session.ts'
import type { TextChanges } from '#writing/web/post-form/use-text-changes.tsx'
import type { Published, WritingState } from '#writing/web/drafts/writing-state.ts'
import { Button } from '#ui/components/button.tsx'
import { CompareTexts } from './compare-texts.tsx'
import { Card } from '#ui/components/card.tsx'

/** Focuses the heading, because the button that opened the comparison is further down the page. */
const focusHeading = (heading: HTMLHeadingElement | null) => heading?.focus()

interface ChooseTextProps {
  readonly session: WritingSession
  readonly state: WritingState
  readonly otherText: Published
  readonly changes: TextChanges
}

/** The published text and the current one, and the choice between them. The form below can still be edited, so that both are in view while writing. */
export const ChooseText = ({ session, state, otherText, changes }: ChooseTextProps) => {
  const id = useId()
  return (
    <Card as="section" aria-labelledby={id} className="stack border-line-strong">
      <h2 id={id} ref={focusHeading} tabIndex={-1} className="text-h3 outline-none">
        Two versions of this post
      </h2>
      <p className="text-small text-ink-soft">
        Someone else, or you in another place, published another version while this text was being written. Nothing is lost: copy what you
        need, and choose.
      </p>
      <CompareTexts other={otherText.text} mine={state.text} names={{ other: 'Published now', mine: 'Yours' }} />
      <p className="text-small text-ink-soft">
        “Keep mine”: your text replaces the published one when you publish it; the published one stays among the earlier versions. “Take
        theirs”: you go on from the published one; your text stays here as an unsaved text.
      </p>
      <div className="row gap-3">
        <Button variant="primary" onClick={() => changes.apply(session.keepMine)}>
          Keep mine
        </Button>
        <Button onClick={() => changes.replace(session.takeOther)}>Take theirs</Button>
        <Button variant="plain" onClick={() => changes.apply(() => session.compare(null))}>
          Not now
        </Button>
      </div>
    </Card>
  )
}
