export { SearchResults as default } from '#web/pages/search/search-results.tsx'
