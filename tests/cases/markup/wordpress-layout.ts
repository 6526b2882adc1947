import type { MarkupFixture } from './fixture.ts'

/** Container blocks, buttons and separators. */
export const WORDPRESS_LAYOUT: readonly MarkupFixture[] = [
  {
    name: 'Columns',
    source: `<!-- wp:columns -->
<div class="wp-block-columns"><!-- wp:column -->
<div class="wp-block-column"><!-- wp:paragraph -->
<p>Left</p>
<!-- /wp:paragraph --></div>
<!-- /wp:column --><!-- wp:column -->
<div class="wp-block-column"><!-- wp:paragraph -->
<p>Right</p>
<!-- /wp:paragraph --></div>
<!-- /wp:column --></div>
<!-- /wp:columns -->`,
    html: '<p>Left</p><p>Right</p>',
  },
  {
    name: 'Group, Row, Stack, Grid',
    source: `<!-- wp:group {"layout":{"type":"grid"}} -->
<section class="wp-block-group"><!-- wp:paragraph -->
<p>Together</p>
<!-- /wp:paragraph --></section>
<!-- /wp:group -->`,
    html: '<p>Together</p>',
  },
  {
    name: 'Buttons',
    source: `<!-- wp:buttons -->
<div class="wp-block-buttons"><!-- wp:button --><div class="wp-block-button"><a class="wp-block-button__link wp-element-button" href="https://other.example/give">Help us</a></div><!-- /wp:button --></div>
<!-- /wp:buttons -->`,
    html: '<p><a href="https://other.example/give" rel="noopener noreferrer">Help us</a></p>',
  },
  {
    name: 'More',
    source: `<!-- wp:more {"customText":"Read on here"} -->
<!--more Read on here-->
<!-- /wp:more -->`,
    html: '',
    notes: ['markup: the words of a link to the whole post: Read on here'],
  },
  {
    name: 'Page break',
    source: `<p>Page one</p><!-- wp:nextpage -->
<!--nextpage-->
<!-- /wp:nextpage --><p>Page two</p>`,
    html: '<p>Page one</p><hr><p>Page two</p>',
  },
  {
    name: 'Separator',
    source: `<!-- wp:separator -->
<hr class="wp-block-separator has-alpha-channel-opacity"/>
<!-- /wp:separator -->`,
    html: '<hr>',
  },
  {
    name: 'Spacer',
    source: `<p>Above</p><!-- wp:spacer -->
<div style="height:40px" aria-hidden="true" class="wp-block-spacer"></div>
<!-- /wp:spacer -->`,
    html: '<p>Above</p>',
  },
  {
    name: 'Social icons',
    source: `<!-- wp:social-links -->
<ul class="wp-block-social-links"><!-- wp:social-link {"url":"https://social.example/us","service":"mastodon"} /--><!-- wp:social-link {"url":"us@old.example","service":"mail","label":"Write to us"} /--></ul>
<!-- /wp:social-links -->`,
    html: '<ul><li><a href="https://social.example/us" rel="noopener noreferrer">Mastodon</a></li><li><a href="mailto:us@old.example" rel="noopener noreferrer">Write to us</a></li></ul>',
  },
]
