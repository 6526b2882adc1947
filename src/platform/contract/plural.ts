/** `plural(1, 'one comment', 'comments')` is 'one comment'; of 1204 it is '1,204 comments'. */
export const plural = (count: number, one: string, many: string): string => (count === 1 ? one : `${count.toLocaleString('en')} ${many}`)
