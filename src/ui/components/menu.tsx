import { type ReactNode, type Ref, useId } from 'react'
import { classNames } from './class-names.ts'

interface MenuProps {
  /** Accessible name of the button, if its content is no text. */
  readonly label: string
  readonly trigger: ReactNode
  readonly triggerClassName: string
  readonly ref?: Ref<HTMLButtonElement>
  /** Where the panel opens, if not below the header: `menu-here` at its button. */
  readonly panelClassName?: string
  /** Shown over a corner of the button. */
  readonly badge?: ReactNode
  /** Links and buttons; choosing one closes the menu. */
  readonly children: ReactNode
}

/**
 * A button that opens a panel of links with the browser's popover: Esc, a click outside and the focus order need no script.
 * ui/components/start-menus.ts closes it on a choice.
 */
export const Menu = ({ label, trigger, triggerClassName, panelClassName, badge, ref, children }: MenuProps) => {
  const id = useId()
  return (
    <div className="menu">
      <button ref={ref} type="button" className={triggerClassName} aria-label={label} popoverTarget={id}>
        {trigger}
      </button>
      {badge}
      <div id={id} popover="auto" className={classNames('card menu-panel', panelClassName)}>
        {children}
      </div>
    </div>
  )
}
