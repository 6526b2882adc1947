import { NOT_FOUND_HEAD, NotFound } from './not-found.tsx'

export const Component = NotFound
export const head = () => NOT_FOUND_HEAD
