export { SearchResults as default } from '#pages/search/search-results.tsx'
