import type { MarkupFixture } from './fixture.ts'

/** Blocks whose content comes from other sites or from WordPress itself. */
export const WORDPRESS_FILLED: readonly MarkupFixture[] = [
  {
    name: 'Embed',
    becomes: 'a link to the page, with its caption',
    source: `<!-- wp:embed {"url":"https://www.youtube.com/watch?v=abcdefghijk"} -->
<figure class="wp-block-embed is-type-video is-provider-youtube"><div class="wp-block-embed__wrapper">
https://www.youtube.com/watch?v=abcdefghijk
</div><figcaption class="wp-element-caption">A talk about feeding</figcaption></figure>
<!-- /wp:embed -->`,
    html: '<p><a href="https://www.youtube.com/watch?v=abcdefghijk" rel="noopener noreferrer">https://www.youtube.com/watch?v=abcdefghijk</a><br>A talk about feeding</p>',
    notes: ['media: https://www.youtube.com/watch?v=abcdefghijk'],
  },
  {
    name: 'Embed, of one provider',
    becomes: 'the same',
    source: `<!-- wp:core-embed/spotify -->
<figure class="wp-block-embed-spotify wp-block-embed"><div class="wp-block-embed__wrapper">
https://open.spotify.example/track/1
</div></figure>
<!-- /wp:core-embed/spotify -->`,
    html: '<p><a href="https://open.spotify.example/track/1" rel="noopener noreferrer">https://open.spotify.example/track/1</a></p>',
    notes: ['media: https://open.spotify.example/track/1'],
  },
  {
    name: 'RSS',
    becomes: 'a link to the feed',
    source: '<!-- wp:rss {"feedURL":"https://other.example/feed/"} /-->',
    html: '<p><a href="https://other.example/feed/" rel="noopener noreferrer">https://other.example/feed/</a></p>',
  },
  {
    name: 'Reusable block, synced pattern',
    becomes: 'what it held when it was exported',
    source: '<!-- wp:block {"ref":7} /-->',
    html: '<p>Said in every post.</p>',
  },
  {
    name: 'Reusable block that the export lacks',
    becomes: 'a line in the report',
    source: '<!-- wp:block {"ref":8} /-->',
    html: '',
    notes: ['markup: the block ‘block’ was left out'],
  },
  {
    name: 'Shortcode',
    becomes: 'as the shortcode, see below',
    source: `<!-- wp:shortcode -->
[audio src="https://old.example/wp-content/uploads/song.mp3"]
<!-- /wp:shortcode -->`,
    html: '<figure><audio controls="" src="/files/AAAAAAAAAAAAAAAA/1700000000000-song.mp3"></audio></figure>',
  },
  {
    name: 'Query loop',
    becomes: 'a line in the report',
    source: `<!-- wp:query -->
<div class="wp-block-query"><!-- wp:post-template -->
<!-- wp:post-title /--><!-- wp:post-date /-->
<!-- /wp:post-template --></div>
<!-- /wp:query -->`,
    html: '',
    notes: [
      'markup: the block ‘post-title’ was left out',
      'markup: the block ‘post-date’ was left out',
      'markup: the block ‘post-template’ shows other things than this post, and only what it holds of its own was taken over',
      'markup: the block ‘query’ shows other things than this post, and only what it holds of its own was taken over',
    ],
  },
  {
    name: 'Navigation',
    becomes: 'a list of links',
    source: `<!-- wp:navigation -->
<!-- wp:navigation-link {"label":"Our story","url":"https://old.example/story"} /-->
<!-- /wp:navigation -->`,
    html: '<ul><li><a href="https://old.example/story" rel="noopener noreferrer">Our story</a></li></ul>',
  },
  {
    name: 'Other blocks that WordPress or a plugin fills in',
    becomes: 'a line in the report, with their words',
    source: '<!-- wp:acme/counter {"title":"Days at home"} /-->',
    html: '',
    notes: ['markup: the block ‘acme/counter’ was left out: Days at home'],
  },
  {
    name: 'Latest posts',
    becomes: 'a line in the report',
    source: '<!-- wp:latest-posts /-->',
    html: '',
    notes: ['markup: the block ‘latest-posts’ was left out'],
  },
  {
    name: 'Latest comments',
    becomes: 'a line in the report',
    source: '<!-- wp:latest-comments /-->',
    html: '',
    notes: ['markup: the block ‘latest-comments’ was left out'],
  },
  {
    name: 'Archives',
    becomes: 'a line in the report',
    source: '<!-- wp:archives /-->',
    html: '',
    notes: ['markup: the block ‘archives’ was left out'],
  },
  {
    name: 'Calendar',
    becomes: 'a line in the report',
    source: '<!-- wp:calendar /-->',
    html: '',
    notes: ['markup: the block ‘calendar’ was left out'],
  },
  {
    name: 'Tag cloud',
    becomes: 'a line in the report',
    source: '<!-- wp:tag-cloud /-->',
    html: '',
    notes: ['markup: the block ‘tag-cloud’ was left out'],
  },
  {
    name: 'Categories',
    becomes: 'a line in the report',
    source: '<!-- wp:categories /-->',
    html: '',
    notes: ['markup: the block ‘categories’ was left out'],
  },
  {
    name: 'Page list',
    becomes: 'a line in the report',
    source: '<!-- wp:page-list /-->',
    html: '',
    notes: ['markup: the block ‘page-list’ was left out'],
  },
  {
    name: 'Site title',
    becomes: 'a line in the report',
    source: '<!-- wp:site-title /-->',
    html: '',
    notes: ['markup: the block ‘site-title’ was left out'],
  },
  {
    name: 'Site logo',
    becomes: 'a line in the report',
    source: '<!-- wp:site-logo /-->',
    html: '',
    notes: ['markup: the block ‘site-logo’ was left out'],
  },
  {
    name: 'Post title, date, author and other parts of a theme',
    becomes: 'a line in the report',
    source: '<!-- wp:post-title /-->',
    html: '',
    notes: ['markup: the block ‘post-title’ was left out'],
  },
  {
    name: 'Avatar',
    becomes: 'a line in the report',
    source: '<!-- wp:avatar /-->',
    html: '',
    notes: ['markup: the block ‘avatar’ was left out'],
  },
  {
    name: 'Sign-in link',
    becomes: 'a line in the report',
    source: '<!-- wp:loginout /-->',
    html: '',
    notes: ['markup: the block ‘loginout’ was left out'],
  },
  {
    name: 'Comments',
    becomes: 'a line in the report',
    source: '<!-- wp:comments /-->',
    html: '',
    notes: ['markup: the block ‘comments’ was left out'],
  },
  {
    name: 'Template part',
    becomes: 'a line in the report',
    source: '<!-- wp:template-part /-->',
    html: '',
    notes: ['markup: the block ‘template-part’ was left out'],
  },
  {
    name: 'Search',
    becomes: 'a line in the report, with its words',
    source: '<!-- wp:search {"label":"Find","placeholder":"a word","buttonText":"Go"} /-->',
    html: '',
    notes: ['markup: the block ‘search’ was left out: Find, a word, Go'],
  },
]
