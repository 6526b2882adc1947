import { useHydrated } from '#ui/time/use-hydrated.ts'

interface ScriptNoticeProps {
  /** What still works. */
  readonly text?: string
}

/**
 * Says that a part of the page needs its script, while that is not there. The style alone shows it after some seconds, so it
 * also appears where no script runs.
 */
export const ScriptNotice = ({ text = 'Save works without it.' }: ScriptNoticeProps) =>
  useHydrated() ? null : (
    <p className="script-notice alert alert-info">
      Some buttons here need a script that your browser has not loaded yet. {text} Loading the page again often helps.
    </p>
  )
