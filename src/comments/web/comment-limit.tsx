import { remainingText, tooLong } from './comment-text.ts'
import { UserError } from '#ui/api/api-error.ts'

interface CommentLimitProps {
  /** For the description of the text field. */
  readonly id: string
  readonly text: string
  readonly maxLength: number
}

/** How much may still be written; of a text that is too long, what is over, so that nothing of it is lost. */
export const CommentLimit = ({ id, text, maxLength }: CommentLimitProps) => {
  const over = text.trimEnd().slice(maxLength)
  const isOver = over !== ''
  return (
    <div className="mr-auto min-w-0 flex-1 basis-40 text-small">
      <p id={id} className={isOver ? 'font-semibold text-danger' : 'text-ink-soft'}>
        {remainingText(text, maxLength)}
      </p>
      {isOver ? (
        <p className="mt-1 max-h-[5lh] overflow-y-auto wrap-anywhere text-ink-soft">
          Too much: <mark className="bg-transparent text-danger">{over}</mark>
        </p>
      ) : null}
    </div>
  )
}

/** Selects the part of the text that is over. @throws Error that says what to do about it */
export function requireLength(field: HTMLTextAreaElement | null, text: string, maxLength: number): void {
  const { length } = text.trimEnd()
  if (length <= maxLength) return
  field?.focus()
  field?.setSelectionRange(maxLength, length)
  throw new UserError(tooLong(maxLength))
}
