import Moon from 'lucide-react/icons/moon'
import Sun from 'lucide-react/icons/sun'

/** Renders both icons and CSS shows one, because a page is the same for every theme. `startTheme` handles the clicks. */
export const ThemeToggle = () => (
  <button type="button" className="round-button" aria-label="Toggle theme" data-theme-toggle="">
    <Moon aria-hidden="true" size={20} className="light-only" />
    <Sun aria-hidden="true" size={20} className="dark-only" />
  </button>
)
