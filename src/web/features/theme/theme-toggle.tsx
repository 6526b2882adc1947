import Moon from 'lucide-react/icons/moon'
import Sun from 'lucide-react/icons/sun'
import { themeActions } from '#web/store/theme-actions.ts'

/** Both icons are there and the theme's class shows one, so the server need not know the theme. */
export const ThemeToggle = () => (
  <button type="button" className="round-button" aria-label="Toggle theme" onClick={themeActions.toggle}>
    <Moon aria-hidden="true" size={20} className="light-only" />
    <Sun aria-hidden="true" size={20} className="dark-only" />
  </button>
)
