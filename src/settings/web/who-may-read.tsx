import { useEffect, useRef, useState } from 'react'
import { getReaders, type Readers, type Settings, updateSettings } from '#site/contract/settings.endpoints.ts'
import { NOTE_MAX_LENGTH } from '#site/contract/site-limits.ts'
import { browserApi } from '#ui/api/browser-api.ts'
import { useLoaded } from '#ui/api/use-loaded.ts'
import { Alert } from '#ui/components/alert.tsx'
import { Button } from '#ui/components/button.tsx'
import { Card } from '#ui/components/card.tsx'
import { ChoiceField } from '#ui/forms/choice-field.tsx'
import { TextArea } from '#ui/forms/text-field.tsx'
import { useAction } from '#ui/forms/use-action.ts'
import { KeptOut } from './kept-out.tsx'
import { whatOpens, whoReads } from './who-reads.ts'

const CHOICES = [
  {
    value: 'family',
    label: 'Only the family',
    hint: 'Whom you invite or let in is family. Everybody else sees a sign-in page, and can ask to be let in.',
  },
  {
    value: 'everybody',
    label: 'Everybody may read',
    hint: 'Search engines, too, and friends can sign up to comment. What is for the family stays with the family.',
  },
] as const

interface WhoMayReadProps {
  readonly settings: Pick<Settings, 'closedNote'>
  readonly readers: Readers
}

interface Choice {
  readonly isClosed: boolean
  /** Ids of accounts. */
  readonly letIn: ReadonlySet<string>
  /** Null while nobody has changed it: another admin's words stay. */
  readonly note: string | null
}

const NOBODY: ReadonlySet<string> = new Set()

const toBody = ({ isClosed, letIn, note }: Choice, { isClosed: wasClosed }: Readers) => ({
  isClosed,
  wasClosed,
  ...(isClosed && letIn.size > 0 ? { letIn: [...letIn] } : {}),
  ...(note === null ? {} : { closedNote: note }),
})

/** Nobody is let into a blog that everybody may read. */
const readersAfter = (readers: Readers, { isClosed, letIn: { size } }: Choice): Readers => {
  const letIn = isClosed ? size : 0
  return { ...readers, isClosed, family: readers.family + letIn, outsiders: readers.outsiders - letIn }
}

/** The one choice of who reads the blog: says who does now and who will, and after it was saved who can. */
export const WhoMayRead = ({ settings, readers: loaded }: WhoMayReadProps) => {
  const { value: readers, set: setReaders, reload } = useLoaded(loaded, () => browserApi(getReaders))
  const [choice, setChoice] = useState<Choice>({ isClosed: loaded.isClosed, letIn: NOBODY, note: null })
  const [words, setWords] = useState(settings.closedNote)
  const [isSaved, setIsSaved] = useState(false)
  const { run, isBusy, error } = useAction()
  const { isClosed, letIn, note } = choice
  const save = async () => {
    const { closedNote } = await browserApi(updateSettings, { body: toBody(choice, readers) })
    setReaders(readersAfter(readers, choice))
    await reload()
    setWords(closedNote)
    // What was changed while this was saved is not saved yet.
    setChoice((now) => ({
      isClosed: now.isClosed,
      letIn: now.letIn === letIn ? NOBODY : now.letIn,
      note: now.note === note ? null : now.note,
    }))
    setIsSaved(true)
  }
  const change = (changes: Partial<Choice>) => {
    setIsSaved(false)
    setChoice((now) => ({ ...now, ...changes }))
  }
  return (
    <Card className="max-w-measure">
      <form
        method="post"
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          void run(save)
        }}
      >
        <ChoiceField
          legend="Who may read"
          name="access"
          value={isClosed ? 'family' : 'everybody'}
          choices={CHOICES}
          onChange={(value) => change({ isClosed: value === 'family' })}
        />
        <NowAndThen readers={readers} choice={choice} />
        {isClosed && readers.listed.length > 0 ? (
          <KeptOut readers={readers} letIn={letIn} onChange={(ids) => change({ letIn: ids })} />
        ) : null}
        {isClosed ? <WordsForVisitors value={note ?? words} onChange={(text) => change({ note: text })} /> : null}
        {error === null ? null : <Alert>{error}</Alert>}
        <SaveLine isBusy={isBusy} text={isSaved ? `Saved. ${whoReads(readers)}` : ''} />
      </form>
    </Card>
  )
}

interface WordsForVisitorsProps {
  readonly value: string
  readonly onChange: (text: string) => void
}

const WordsForVisitors = ({ value, onChange }: WordsForVisitorsProps) => (
  <TextArea
    label="Words for visitors"
    name="closedNote"
    dir="auto"
    rows={2}
    maxLength={NOTE_MAX_LENGTH}
    value={value}
    onChange={({ target }) => onChange(target.value)}
    hint="On the sign-in page: who you are, and how to be let in. It may stay empty."
  />
)

interface NowAndThenProps {
  readonly readers: Readers
  readonly choice: Choice
}

/** Who reads now, and what changes when it is saved. The region is there before, so that a change is announced. */
const NowAndThen = ({ readers, choice }: NowAndThenProps) => {
  const then = readersAfter(readers, choice)
  const { isClosed } = then
  const isChanged = isClosed !== readers.isClosed || then.family > readers.family
  return (
    <div className="stack gap-2">
      <p>
        <strong>Now:</strong> {whoReads(readers)}
      </p>
      <div role="status" className="stack gap-2 empty:hidden">
        {isChanged ? (
          <p>
            <strong>After you save:</strong> <span>{`${whoReads(then)}${isClosed ? '' : ` ${whatOpens(readers)}`}`}</span>
          </p>
        ) : null}
      </div>
    </div>
  )
}

interface SaveLineProps {
  readonly isBusy: boolean
  readonly text: string
}

/** The text stands beside the button that was pressed, also when the list above it became shorter. */
const SaveLine = ({ isBusy, text }: SaveLineProps) => {
  const line = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (text !== '') line.current?.scrollIntoView({ block: 'nearest' })
  }, [text])
  return (
    <div ref={line} className="row gap-y-2 scroll-my-24">
      <Button type="submit" variant="primary" busy={isBusy}>
        Save
      </Button>
      <p role="status" className="min-w-0">
        {text}
      </p>
    </div>
  )
}
