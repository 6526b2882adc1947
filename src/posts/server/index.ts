export { isFormerQuery } from './addresses/former-address.ts'
export {
  findMovedAddress,
  hasMovedContent,
  keepFilePage,
  listPageAddresses,
  type MayOpenFile,
  recordFileAddress,
  recordListAddress,
  recordPageAddresses,
} from './addresses/moved-addresses.ts'
export { decodePath, listOldAddresses, oldAddressKey, recordOldAddress } from './addresses/old-addresses.ts'
export { ADDRESS_TAKEN, findFreeAddress, isAddressFree, requireFreeAddress, requireRoom } from './addresses/page-addresses.ts'
export { slugOf } from './addresses/slug.ts'
export {
  isNewText,
  type NewPostText,
  NO_TEXT,
  pickText,
  type PostTextRow,
  PLAIN_TEXT_COLUMNS,
  TEXT_COLUMNS,
  toPostText,
} from './post-text.ts'
export {
  findDeskPost,
  getDeskPost,
  getPost,
  listDeskPosts,
  lockDeskPost,
  type PostRow,
  SHOWN_COLUMNS,
  type ShownPost,
} from './posts.store.ts'
export { toPost } from './posts.wire.ts'
export { shownCover } from './shown-cover.ts'
export { rebuildIndex, startIndexing } from './search/rebuild-index.ts'
export { clearIndex, indexPost } from './search/search-index.ts'
export { countMatches, isPostOfPage, type PageValues, prepareSearch, selectPage } from './search/search-matches.ts'
export { matchesWords, parseSearch, type SearchQuery } from './search/search-words.ts'
export { posts, publicPosts } from './posts.ts'
