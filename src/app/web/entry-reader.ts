import { startHeart } from '#posts/web/start-heart.ts'
import { showEndNotice } from '#accounts/web/session/end-notice.ts'
import { watchAccount } from '#accounts/web/session/watch-account.ts'
import { showRelativeTimes } from '#ui/time/show-relative-times.ts'
import { startTheme } from '#ui/theme/apply-theme.ts'
import { resetSearchForms } from '#pages/layout/reset-search-forms.ts'
import { startIslands } from '#pages/islands/start-islands.ts'
import { readPageInfo } from '#site/web/page-info.ts'
import { startMenus } from '#ui/components/start-menus.ts'

// The script of every page. React is loaded with the first island.
startTheme()
startMenus()
resetSearchForms()
showRelativeTimes()
const page = readPageInfo()
watchAccount(page)
startHeart(page.isMember)
showEndNotice()
startIslands()
