import type { MarkupFixture } from './fixture.ts'

/** Blocks whose content comes from other sites or from WordPress itself. */
export const WORDPRESS_FILLED: readonly MarkupFixture[] = [
  {
    name: 'Embed',
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
    source: '<!-- wp:rss {"feedURL":"https://other.example/feed/"} /-->',
    html: '<p><a href="https://other.example/feed/" rel="noopener noreferrer">https://other.example/feed/</a></p>',
  },
  {
    name: 'Reusable block, synced pattern',
    source: '<!-- wp:block {"ref":7} /-->',
    html: '<p>Said in every post.</p>',
  },
  {
    name: 'Reusable block that the export lacks',
    source: '<!-- wp:block {"ref":8} /-->',
    html: '',
    notes: ['markup: the block ‘block’ was left out'],
  },
  {
    name: 'Shortcode',
    source: `<!-- wp:shortcode -->
[audio src="https://old.example/wp-content/uploads/song.mp3"]
<!-- /wp:shortcode -->`,
    html: '<figure><audio controls="" src="/files/AAAAAAAAAAAAAAAA/1700000000000-song.mp3"></audio></figure>',
  },
  {
    name: 'Query loop',
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
    source: `<!-- wp:navigation -->
<!-- wp:navigation-link {"label":"Our story","url":"https://old.example/story"} /-->
<!-- /wp:navigation -->`,
    html: '<ul><li><a href="https://old.example/story" rel="noopener noreferrer">Our story</a></li></ul>',
  },
  {
    name: 'Other blocks that WordPress or a plugin fills in',
    source: '<!-- wp:acme/counter {"title":"Days at home"} /-->',
    html: '',
    notes: ['markup: the block ‘acme/counter’ was left out: Days at home'],
  },
  {
    name: 'Latest posts, and other lists and parts of a theme',
    source: '<!-- wp:latest-posts /-->',
    html: '',
    notes: ['markup: the block ‘latest-posts’ was left out'],
  },
  {
    name: 'Search',
    source: '<!-- wp:search {"label":"Find","placeholder":"a word","buttonText":"Go"} /-->',
    html: '',
    notes: ['markup: the block ‘search’ was left out: Find, a word, Go'],
  },
]
