import { describe, expect, it } from 'vitest'
import { fileKeys, isFormerQuery, isFormerSitemap, listAddress, readFormerAddress } from './former-address.ts'

const read = (address: string) => readFormerAddress(new URL(address, 'http://old.example'))
const leadsTo = (address: string, category: string | null = null) => {
  const found = read(address)
  return found?.list || found?.feed ? listAddress(found, category) : null
}

describe('Old addresses', () => {
  it.each([
    ['/feed/', '/rss.xml'],
    ['/feed/rss2/', '/rss.xml'],
    ['/feed/atom/', '/feed.xml'],
    ['/feed/json', '/feed.xml'],
    ['/rss/', '/rss.xml'],
    ['/RDF', '/rss.xml'],
    ['/atom.xml', '/feed.xml'],
    ['/index.xml', '/rss.xml'],
    ['/comments/feed/', '/rss.xml'],
    ['/?feed=rss2', '/rss.xml'],
    ['/?feed=atom', '/feed.xml'],
    ['/index.php/feed/', '/rss.xml'],
    ['/author/jo/feed/', '/rss.xml'],
    ['/2019/05/feed/', '/rss.xml'],
    ['/tag/first-steps/rss/', '/rss.xml'],
    ['/index.php', '/'],
    ['/page/2/', '/search'],
    ['/2019/', '/search'],
    ['/2019/05/04/page/3/', '/search'],
    ['/author/jo/page/2/', '/search'],
    ['/?author=1', '/search'],
    ['/?m=201905', '/search'],
    ['/?paged=2', '/search'],
    ['/tag/first-steps/', '/search?searchTerm=first+steps'],
    ['/?tag=first-steps', '/search?searchTerm=first+steps'],
    ['/category/family/ward-7/page/2/', '/search?searchTerm=ward+7'],
    ['/?s=a%26b%22%3E%0d%0aLocation%3A+x', '/search?searchTerm=a%26b%22%3E%0D%0ALocation%3A+x'],
    ['/search/two+words/', '/search?searchTerm=two+words'],
    ['/?s=', '/search'],
    ['/tag/%F0%9F%92%97', '/search?searchTerm=%F0%9F%92%97'],
    ['/?s=%00', '/search'],
  ])('%s leads to %s', (address, target) => expect(leadsTo(address)).toBe(target))

  it('An old category that exists in Kindred leads to it, and its feed to the feed', () => {
    expect(leadsTo('/category/family/ward/', 'medical')).toBe('/search?category=medical')
    expect(leadsTo('/category/family/ward/feed/', 'medical')).toBe('/category/medical/rss.xml')
    expect(leadsTo('/?cat=3&feed=atom', 'medical')).toBe('/category/medical/feed.xml')
    expect([read('/category/family/ward/page/2')?.list?.key, read('/blog/?cat=3')?.list?.key]).toEqual(['/category/ward', '/blog/?cat=3'])
  })

  it.each(['/nothing', '/2024/', '/1234', '/0419/05', '/category/', '/tag', '/%00', '/a%00/feed', `/${'x'.repeat(600)}/feed/`])(
    '%s is not a specific list',
    (address) => expect(leadsTo(address)).toBe(/2024/.test(address) ? '/search' : null),
  )

  it.each([
    '/2019/05/first/feed/',
    '/2019/05/first/feed/atom',
    '/2019/05/first/amp/',
    '/2019/05/first/embed/',
    '/2019/05/first/comment-page-2/',
    '/2019/05/first/comment-page-2/feed',
    '/2019/05/first/2/',
    '/2019/05/first/2/amp',
    '/2019/05/first/rss',
    '/2019/05/first/trackback/',
    '/index.php/2019/05/first/',
    '/2019/05/FIRST?utm_source=x',
  ])('%s has the key of its post', (address) => expect(read(address)?.keys).toContain('/2019/05/first'))

  it('The parent of an attachment is its post', () => {
    expect(read('/2019/05/first/photo/')?.parent).toBe('/2019/05/first')
    expect(read('/first/attachment/photo/')?.parent).toBe('/first')
    expect(read('/first')?.parent).toBeNull()
  })

  it('Posts, pages and attachments are recognised by their number', () => {
    for (const name of ['p', 'page_id', 'attachment_id']) expect(read(`/?${name}=17`)?.keys).toEqual(['/?p=17'])
    for (const query of ['p=17', 's=x', 'cat=3', 'feed=rss2']) expect(isFormerQuery(new URL(`http://x/?${query}`))).toBe(true)
    for (const query of ['p=x', 'cat=x', 'tag=', 'feed=', 'utm_source=p', ''])
      expect(isFormerQuery(new URL(`http://x/?${query}`))).toBe(false)
    expect(isFormerQuery(new URL('http://x/about?s=x'))).toBe(false)
  })

  it('A resized file also has the key of its original', () => {
    expect(fileKeys('/wp-content/uploads/2019/05/a-300x200.jpg')).toEqual([
      '/wp-content/uploads/2019/05/a-300x200.jpg',
      '/wp-content/uploads/2019/05/a.jpg',
    ])
    expect(fileKeys('/wp-content/uploads/a-scaled.jpg').at(-1)).toBe('/wp-content/uploads/a.jpg')
    expect(fileKeys('/content/images/size/w600/format/webp/2019/05/a.jpg').at(-1)).toBe('/content/images/2019/05/a.jpg')
    expect(fileKeys('/2019/05/a-300x200.jpg')).toEqual([])
  })

  it('Sitemaps of other blogs are recognised', () => {
    for (const path of [
      '/wp-sitemap.xml',
      '/wp-sitemap-posts-post-1.xml',
      '/sitemap_index.xml',
      '/post-sitemap2.xml',
      '/sitemap-posts.xml',
    ])
      expect(isFormerSitemap(path)).toBe(true)
    for (const path of ['/sitemap.xml', '/sitemap-1.xml', '/sitemap.txt']) expect(isFormerSitemap(path)).toBe(false)
  })
})
