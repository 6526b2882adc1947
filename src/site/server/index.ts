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
} from './blog-pages.ts'
export { changeBlogWords, getBlogWords, type SiteConfig, toBlogWords } from './blog-words.ts'
export {
  findOwnCategory,
  hiddenName,
  isCategory,
  listOwnCategories,
  type OwnCategory,
  requireCategory,
  toBlogCategories,
  toHiddenCategories,
} from './categories.ts'
export { countAllPosts, countPosts, countRows, type RowCounts, selectPostCounts } from './count-rows.ts'
export { getFooterLinks, storeFooterLinks, toFooterLinks } from './footer-links.ts'
export { changeLook, getLook, toLook } from './get-look.ts'
export { getSettings, toSettings } from './get-settings.ts'
export { drawSign } from './icons/draw-icon.ts'
export { mountIcons } from './icons/icons.routes.ts'
export { isBlogClosed } from './is-blog-closed.ts'
export { cutAtWord, getMailBlog, writeMail } from './mail/write-mail.ts'
export { forEachAudience, isReadable } from './readable.ts'
export { readStoredSettings, type StoredSettings, storeSettings } from './stored-settings.ts'
