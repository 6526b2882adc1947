import type { MarkupFixture } from './fixture.ts'

/** Text blocks. */
export const WORDPRESS_TEXTS: readonly MarkupFixture[] = [
  {
    name: 'Paragraph',
    source: `<!-- wp:paragraph {"dropCap":true} -->
<p class="has-drop-cap">A long <strong>night</strong>, then <a href="https://other.example/">rest</a>.</p>
<!-- /wp:paragraph -->`,
    html: '<p>A long <strong>night</strong>, then <a href="https://other.example/" rel="noopener noreferrer">rest</a>.</p>',
  },
  {
    name: 'Heading',
    source: `<!-- wp:heading -->
<h1 class="wp-block-heading">The ward</h1>
<!-- /wp:heading --><!-- wp:heading -->
<h3 class="wp-block-heading" id="room">Room four</h3>
<!-- /wp:heading -->`,
    html: '<h2>The ward</h2><h3>Room four</h3>',
  },
  {
    name: 'List',
    source: `<!-- wp:list -->
<ul class="wp-block-list"><!-- wp:list-item --><li>milk<!-- wp:list --><ul class="wp-block-list"><!-- wp:list-item --><li>warm</li><!-- /wp:list-item --></ul><!-- /wp:list --></li><!-- /wp:list-item --></ul>
<!-- /wp:list -->`,
    html: '<ul><li>milk<ul><li>warm</li></ul></li></ul>',
  },
  {
    name: 'Numbered list',
    source: `<!-- wp:list {"ordered":true} -->
<ol start="4" reversed class="wp-block-list"><li>four</li><li>three</li></ol>
<!-- /wp:list -->`,
    html: '<ol start="4"><li>four</li><li>three</li></ol>',
    notes: ['markup: a list that counted down counts up'],
  },
  {
    name: 'Quote',
    source: `<!-- wp:quote -->
<blockquote class="wp-block-quote"><!-- wp:paragraph --><p>Breathe first.</p><!-- /wp:paragraph --><cite>Nurse Jo</cite></blockquote>
<!-- /wp:quote -->`,
    html: '<blockquote><p>Breathe first.</p><p><cite>Nurse Jo</cite></p></blockquote>',
  },
  {
    name: 'Pull quote',
    source: `<!-- wp:pullquote -->
<figure class="wp-block-pullquote"><blockquote><p>Every gram counts.</p><cite>Dr Lee</cite></blockquote></figure>
<!-- /wp:pullquote -->`,
    html: '<blockquote class="pullquote"><p>Every gram counts.</p><p><cite>Dr Lee</cite></p></blockquote>',
  },
  {
    name: 'Code',
    source: `<!-- wp:code -->
<pre class="wp-block-code"><code>rate = 12
  step = 3</code></pre>
<!-- /wp:code -->`,
    html: `<pre><code>rate = 12
  step = 3</code></pre>`,
  },
  {
    name: 'Preformatted',
    source: `<!-- wp:preformatted -->
<pre class="wp-block-preformatted">08:00  milk
12:00  <em>nap</em></pre>
<!-- /wp:preformatted -->`,
    html: `<pre>08:00  milk
12:00  <em>nap</em></pre>`,
  },
  {
    name: 'Verse',
    source: `<!-- wp:verse -->
<pre class="wp-block-verse">Sleep now
  little one,
sleep</pre>
<!-- /wp:verse -->`,
    html: '<p>Sleep now<br>&nbsp;&nbsp;little one,<br>sleep</p>',
  },
  {
    name: 'Table',
    source: `<!-- wp:table -->
<figure class="wp-block-table"><table class="has-fixed-layout"><thead><tr><th>Day</th><th>Weight</th></tr></thead><tbody><tr><td>Monday</td><td>4.2 kg</td></tr></tbody></table><figcaption class="wp-element-caption">Weights in May</figcaption></figure>
<!-- /wp:table -->`,
    html: '<table><caption>Weights in May</caption><thead><tr><th>Day</th><th>Weight</th></tr></thead><tbody><tr><td>Monday</td><td>4.2 kg</td></tr></tbody></table>',
  },
  {
    name: 'Details',
    source: `<!-- wp:details -->
<details class="wp-block-details"><summary>What we packed</summary><!-- wp:paragraph --><p>Syringes and a bear.</p><!-- /wp:paragraph --></details>
<!-- /wp:details -->`,
    html: '<details><summary>What we packed</summary><p>Syringes and a bear.</p></details>',
  },
  {
    name: 'Accordion',
    source: `<!-- wp:accordion -->
<div role="group" class="wp-block-accordion"><!-- wp:accordion-item --><div class="wp-block-accordion-item"><!-- wp:accordion-heading --><h3 class="wp-block-accordion-heading has-icon"><button type="button" class="wp-block-accordion-heading__toggle"><span class="wp-block-accordion-heading__toggle-title">Who visits?</span><span class="wp-block-accordion-heading__toggle-icon" aria-hidden="true">+</span></button></h3><!-- /wp:accordion-heading --><!-- wp:accordion-panel --><div role="region" class="wp-block-accordion-panel"><!-- wp:paragraph --><p>Grandma, on Sundays.</p><!-- /wp:paragraph --></div><!-- /wp:accordion-panel --></div><!-- /wp:accordion-item --></div>
<!-- /wp:accordion -->`,
    html: '<details><summary>Who visits?</summary><p>Grandma, on Sundays.</p></details>',
    controls: ['+'],
  },
  {
    name: 'Footnotes',
    source: `<!-- wp:paragraph -->
<p>He came home<sup data-fn="aa-1" class="fn"><a href="#aa-1" id="aa-1-link">1</a></sup> in June.</p>
<!-- /wp:paragraph --><!-- wp:footnotes /-->`,
    html: '<p>He came home<sup><a href="#fn-1" id="fnref-1">1</a></sup> in June.</p><ol class="footnotes"><li id="fn-1">After <em>ten</em> weeks. <a href="#fnref-1">↩</a></li></ol>',
  },
  {
    name: 'Math',
    source: `<!-- wp:math {"latex":"d = 2 \\\\cdot m"} -->
<div class="wp-block-math"><math display="block"><semantics><mrow><mi>d</mi><mo>=</mo><mn>2</mn></mrow><annotation encoding="application/x-tex">d = 2 \\cdot m</annotation></semantics></math></div>
<!-- /wp:math -->`,
    html: '<p><code>d = 2 \\cdot m</code></p>',
  },
  {
    name: 'Classic',
    source: `<!-- wp:freeform -->
First line
second line

Another paragraph
<!-- /wp:freeform -->`,
    html: '<p>First line<br>second line</p><p>Another paragraph</p>',
  },
  {
    name: 'A text without blocks',
    source: '<h2>For her</h2>\n<p>Roses are red\nViolets are blue</p>\n<ul>\n<li>Milk\nwarm</li>\n</ul>',
    html: '<h2>For her</h2><p>Roses are red<br>Violets are blue</p><ul><li>Milk<br>warm</li></ul>',
  },
  {
    name: 'Custom HTML',
    source: `<!-- wp:html -->
<div><p>Typed by <font color="red">hand</font></p><script>count()</script></div>
<!-- /wp:html -->`,
    html: '<p>Typed by hand</p>',
    notes: ['markup: the element ‘script’ was left out'],
  },
  {
    name: 'Missing block',
    source: `<!-- wp:missing {"originalName":"old/thing"} -->
<p>From a plugin that went away</p>
<!-- /wp:missing -->`,
    html: '<p>From a plugin that went away</p>',
  },
]
