import { startLikeButton } from '#posts/web/index.ts'
import { startLightbox, watchFailedPictures } from '#media/web/index.ts'
import { showEndNotice, watchAccount } from '#accounts/web/index.ts'
import { showRelativeTimes } from '#ui/time/relative-time.ts'
import { startTheme } from '#ui/theme/start-theme.ts'
import { resetSearchForms } from '#pages/layout/reset-search-forms.ts'
import { startIslands } from '#pages/islands/start-islands.ts'
import { readPageInfo } from '#site/web/index.ts'
import { startMenus } from '#ui/components/start-menus.ts'

// The script of every page. React is loaded with the first island.
startTheme()
startMenus()
resetSearchForms()
showRelativeTimes()
const page = readPageInfo()
watchAccount(page)
startLikeButton(page.isMember)
startLightbox()
watchFailedPictures()
showEndNotice()
startIslands()
