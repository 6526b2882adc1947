import { startHeart } from '#web/features/hearts/start-heart.ts'
import { showEndNotice } from '#web/features/session/end-notice.ts'
import { watchAccount } from '#web/features/session/watch-account.ts'
import { showRelativeTimes } from '#web/features/show-relative-times.ts'
import { startTheme } from '#web/features/theme/apply-theme.ts'
import { resetSearchForms } from '#web/layout/reset-search-forms.ts'
import { startIslands } from '#web/islands/start-islands.ts'
import { readPageInfo } from '#web/page/page-info.ts'
import { startMenus } from '#web/ui/start-menus.ts'

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
