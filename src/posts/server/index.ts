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
export { mountCards } from './cards/cards.routes.ts'
export { mountDiscovery } from './discovery/discovery.routes.ts'
export { feedAddressRoutes } from './feeds/feed-addresses.routes.ts'
export { mountFeeds } from './feeds/feeds.routes.ts'
export { mountPrivateFeeds } from './feeds/private-feeds.routes.ts'
export { heartRoutes } from './hearts/hearts.routes.ts'
export { isRoomForPin, setPinned } from './pinned-posts.store.ts'
export { findFreeSlug, listSlugs, recordSlug } from './post-slugs.store.ts'
export type { PostEvents } from './post-events.ts'
export { postRoutes } from './posts.routes.ts'
export {
  createPost,
  findPost,
  getPost,
  isNewText,
  listPostIds,
  lockPost,
  type PostChanges,
  type PostRow,
  type PostUpdate,
  reinsertPost,
  type ShownPost,
  updatePost,
} from './posts.store.ts'
export { toPost } from './posts.wire.ts'
export { deleteSampleIds, isSamplePost, listSamplePosts, readSampleIds, sampleMark, storeSampleIds } from './sample-posts.ts'
export { rebuildIndex } from './search/rebuild-index.ts'
export { clearIndex } from './search/search-index.ts'
export { countMatches, isPostOfPage, type PageValues, prepareSearch, selectPage } from './search/search-matches.ts'
export { matchesWords, parseSearch, type SearchQuery } from './search/search-words.ts'
export { isEmptyBody, visibleText } from './visible-text.ts'
