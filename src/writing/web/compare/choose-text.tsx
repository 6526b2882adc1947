import { useId } from 'react'
import { savedWhen } from '#writing/web/drafts/draft-notices.tsx'
import type { WritingSession } from '#writing/web/drafts/writing-session.ts'
import type { OtherText, WritingState } from '#writing/web/drafts/writing-state.ts'
import { Button } from '#ui/components/button.tsx'
import { CompareTexts } from './compare-texts.tsx'

const WORDS = {
  published: {
    names: { other: 'Published now', mine: 'Yours' },
    explanation:
      'Someone else, or you in another place, published another version while this text was being written. Nothing is lost: take over by hand what you need, and choose.',
    outcome:
      'Keep mine: your text replaces the published one when you publish it; the published one stays among the earlier versions. Take theirs: you go on from the published one; your text stays here as an unsaved text.',
    keep: 'Keep mine',
    take: 'Take theirs',
  },
  draft: {
    names: { other: 'Your other text', mine: 'This text' },
    explanation: 'Both are yours, and neither is published. Nothing is lost: take over by hand what you need, and choose.',
    outcome: 'Keep this: the other stays as it is. Take the other: you go on from that one, and this one stays here as an unsaved text.',
    keep: 'Keep this',
    take: 'Take the other',
  },
} as const

/** Focuses the heading, because the button that opened the comparison is further down the page. */
const focusHeading = (heading: HTMLHeadingElement | null) => heading?.focus()

interface ChooseTextProps {
  readonly session: WritingSession
  readonly state: WritingState
  readonly otherText: OtherText
}

/** Two texts, and the choice between them. The form below can still be edited, so that both are in view while writing. */
export const ChooseText = ({ session, state, otherText }: ChooseTextProps) => {
  const id = useId()
  const words = WORDS[otherText.kind]
  return (
    <section aria-labelledby={id} className="grid grid-cols-[minmax(0,1fr)] gap-4 rounded-card border border-line-strong bg-surface p-5">
      <h2 id={id} ref={focusHeading} tabIndex={-1} className="text-h3 outline-none">
        {otherText.kind === 'published' ? 'Two versions of this post' : `Two texts of yours: the other was ${savedWhen(otherText.draft)}`}
      </h2>
      <p className="text-small text-ink-soft">{words.explanation}</p>
      <CompareTexts
        other={(otherText.kind === 'draft' ? otherText.draft : otherText.published).text}
        mine={state.text}
        names={words.names}
      />
      <p className="text-small text-ink-soft">{words.outcome}</p>
      <div className="flex flex-wrap gap-3">
        <Button variant="primary" onClick={session.keepMine}>
          {words.keep}
        </Button>
        <Button onClick={session.takeOther}>{words.take}</Button>
        <Button variant="plain" onClick={() => session.compare(null)}>
          Not now
        </Button>
      </div>
    </section>
  )
}
