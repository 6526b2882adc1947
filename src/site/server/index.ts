export {
  type BlogPageRow,
  changeBlogPage,
  createOwnPage,
  deleteOwnPage,
  findShownPage,
  getBlogPage,
  listBlogPages,
  type ListedPageRow,
  listOwnPages,
  listWrittenPages,
  orderMenu,
  storeFixedPage,
} from './blog-pages.ts'
export {
  findOwnCategory,
  hiddenName,
  isCategory,
  listCategoryNames,
  listOwnCategories,
  type OwnCategory,
  renamedName,
  requireCategory,
  toBlogCategories,
  toHiddenCategories,
} from './categories.ts'
export { countAllPosts, countPosts, countRows, type RowCounts, selectPostCounts } from './count-rows.ts'
export { iconRoutes } from './icons/icons.routes.ts'
export { cutAtWord, getMailBlog, writeMail } from './mail/write-mail.ts'
export { withLegalDate } from './legal-changes.ts'
export { forEachAudience, isAtDesk, isLive, isNotInTrash, isReadable, isShown } from './readable.ts'
export { siteRoutes } from './site.routes.ts'
export {
  changeBlogWords,
  changeLook,
  changeSettings,
  getBlogWords,
  getFooterLinks,
  getLook,
  getSettings,
  isBlogClosed,
  MOVED_READERS,
  readStoredSettings,
  removeSetting,
  type SiteConfig,
  type StoredSettings,
  storeFooterLinks,
  storeSettings,
  toBlogWords,
  toLook,
  toSettings,
} from './stored-settings.ts'
