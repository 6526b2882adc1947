import type { MarkupFixture } from './fixture.ts'

/** Plain HTML elements, in any blog. */
export const HTML_ELEMENTS: readonly MarkupFixture[] = [
  {
    name: 'Words with a meaning (q, kbd, abbr, ins, mark, sub, sup, cite and others)',
    source:
      '<p><q>Soon</q>, <kbd>Esc</kbd>, <abbr title="oxygen">O</abbr><sub>2</sub>, m<sup>2</sup>, <ins>new</ins>, <del>old</del>, <mark>look</mark>, <cite>Moby</cite>, <samp>ok</samp>, <var>n</var>, <small>fine</small></p>',
    html: '<p><q>Soon</q>, <kbd>Esc</kbd>, <abbr title="oxygen">O</abbr><sub>2</sub>, m<sup>2</sup>, <ins>new</ins>, <del>old</del>, <mark>look</mark>, <cite>Moby</cite>, <samp>ok</samp>, <var>n</var>, <small>fine</small></p>',
  },
  {
    name: 'Table with a caption',
    source: '<table><caption>Doses</caption><tr><th scope="row">Morning</th><td>2 ml</td></tr></table>',
    html: '<table><caption>Doses</caption><tr><th scope="row">Morning</th><td>2 ml</td></tr></table>',
  },
  {
    name: 'Nested lists, also wrongly nested ones',
    source: '<ul><li>one</li><ul><li>two</li></ul></ul>',
    html: '<ul><li>one<ul><li>two</li></ul></li></ul>',
  },
  {
    name: 'Figure with several pictures',
    source:
      '<figure><img src="https://old.example/wp-content/uploads/a.jpg" alt="A"><a href="https://other.example/"><img src="https://old.example/wp-content/uploads/b.jpg" alt="B"></a><figcaption>Both</figcaption></figure>',
    html: '<figure><img src="/files/AAAAAAAAAAAAAAAA/1700000000000-a.jpg" alt="A"></figure><figure><a href="https://other.example/" rel="noopener noreferrer"><img src="/files/AAAAAAAAAAAAAAAA/1700000000000-b.jpg" alt="B"></a></figure><p>Both</p>',
  },
  {
    name: 'Figure with other things',
    source: '<figure><pre>a = 1</pre><figcaption>Listing</figcaption></figure>',
    html: '<pre>a = 1</pre><p>Listing</p>',
  },
  {
    name: 'Picture within the text (data:)',
    source: '<p><img src="data:image/png;base64,iVBORw0KGgo=" alt="Dot plot"></p>',
    html: '<p><img src="/files/AAAAAAAAAAAAAAAA/1700000000000-picture.png" alt="Dot plot"></p>',
  },
  {
    name: 'Drawing within the text (svg)',
    source: '<p>Chart</p><svg><title>Sleep</title><text>hours</text></svg>',
    html: '<p>Chart</p>',
    notes: ['markup: the element ‘svg’ was left out: Sleep hours'],
  },
  {
    name: 'Picture that a script loads',
    source:
      '<p><img src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7" data-lazy-src="https://old.example/wp-content/uploads/late.jpg" alt="Late"><noscript><img src="https://old.example/wp-content/uploads/late.jpg" alt="Late"></noscript></p>',
    html: '<p><img src="/files/AAAAAAAAAAAAAAAA/1700000000000-late.jpg" alt="Late"></p>',
  },
  {
    name: 'Picture only in srcset, or in picture',
    source:
      '<p><img srcset="https://old.example/wp-content/uploads/s-300.jpg 300w, https://old.example/wp-content/uploads/s-900.jpg 900w" alt="Set"></p><p><picture><source srcset="https://old.example/wp-content/uploads/p.webp"><img alt="Source"></picture></p>',
    html: '<p><img src="/files/AAAAAAAAAAAAAAAA/1700000000000-s-900.jpg" alt="Set"></p><p><img src="/files/AAAAAAAAAAAAAAAA/1700000000000-p.webp" alt="Source"></p>',
  },
  {
    name: 'Picture only for browsers without scripts',
    source: '<p>See</p><noscript><img src="https://old.example/wp-content/uploads/plain.jpg" alt="Plain"></noscript>',
    html: '<p>See</p><img src="/files/AAAAAAAAAAAAAAAA/1700000000000-plain.jpg" alt="Plain">',
  },
  {
    name: 'Words only for browsers without scripts',
    source: '<p>See</p><noscript>Please turn scripts on</noscript>',
    html: '<p>See</p>',
    notes: ['markup: only shown without scripts, and left out: Please turn scripts on'],
  },
  {
    name: 'Counting pixel',
    source: '<p>Words<img src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7" alt=""></p>',
    html: '<p>Words</p>',
  },
  {
    name: 'Sound and film (audio, video)',
    source:
      '<p><audio src="https://old.example/wp-content/uploads/song.mp3"></audio></p><video controls><source src="https://old.example/wp-content/uploads/steps.mp4" type="video/mp4"></video>',
    html: '<figure><audio controls="" src="/files/AAAAAAAAAAAAAAAA/1700000000000-song.mp3"></audio></figure><figure><video controls="" src="/files/AAAAAAAAAAAAAAAA/1700000000000-steps.mp4"></video></figure>',
  },
  {
    name: 'Players of other sites (iframe, embed, object)',
    source:
      '<p><iframe src="https://player.vimeo.com/video/1234" title="A film"></iframe></p><object data="https://other.example/game.swf"></object>',
    html: '<p><a href="https://vimeo.com/1234" rel="noopener noreferrer">A film</a></p><p><a href="https://other.example/game.swf" rel="noopener noreferrer">https://other.example/game.swf</a></p>',
    notes: ['media: iframe https://vimeo.com/1234', 'media: object https://other.example/game.swf'],
  },
  {
    name: 'Formula (MathML)',
    source: '<p>So <math alttext="x^2"><msup><mi>x</mi><mn>2</mn></msup></math>.</p>',
    html: '<p>So <code>x^2</code>.</p>',
  },
  {
    name: 'Form',
    source:
      '<form><label>Name</label><input placeholder="yours"><select><option>Mum</option></select><textarea>Dear all</textarea><button>Send</button></form><p>After</p>',
    html: '<p>After</p>',
    notes: ['markup: the element ‘form’ was left out: Name yours Mum Dear all Send'],
  },
  {
    name: 'Script, style',
    source: '<style>p{}</style><p>Words</p><script>run()</script>',
    html: '<p>Words</p>',
    notes: ['markup: the element ‘script’ was left out'],
  },
  {
    name: 'Link to another place of the text',
    source: '<p><a href="#plan">The plan</a> and <a href="https://other.example/#a">more</a></p>',
    html: '<p>The plan and <a href="https://other.example/#a" rel="noopener noreferrer">more</a></p>',
    notes: ['markup: a link within the text is plain words now: #plan'],
  },
  {
    name: 'Link in a picture (map)',
    source:
      '<p><img src="https://old.example/wp-content/uploads/plan.jpg" alt="Plan" usemap="#m"></p><map name="m"><area href="https://other.example/room" alt="Room"></map>',
    html: '<p><img src="/files/AAAAAAAAAAAAAAAA/1700000000000-plan.jpg" alt="Plan"></p>',
    notes: ['markup: a link in a picture: https://other.example/room'],
  },
  {
    name: 'Picture that links to its large version',
    source:
      '<p><a href="https://old.example/wp-content/uploads/big.jpg"><img src="https://old.example/wp-content/uploads/big-300x200.jpg" alt="Big"></a></p>',
    html: '<p><img src="/files/AAAAAAAAAAAAAAAA/1700000000000-big-300x200.jpg" alt="Big"></p>',
  },
  {
    name: 'Footnote of any kind',
    source: '<p>Home<a class="footnote" href="#n1">*</a></p><ol><li id="n1">In June</li></ol>',
    html: '<p>Home<a href="#fn-1" id="fnref-1">*</a></p><ol class="footnotes"><li id="fn-1">In June <a href="#fnref-1">↩</a></li></ol>',
  },
  {
    name: 'Footnotes of Word',
    source:
      '<p>Home<a href="#_ftn1" name="_ftnref1">[1]</a> at last<a href="#_ftn2" name="_ftnref2">[2]</a></p><div><p><a href="#_ftnref1" name="_ftn1">[1]</a> In June</p></div>',
    html: '<p>Home<a href="#fn-1" id="fnref-1">[1]</a> at last[2]</p><p><a href="#fnref-1" id="fn-1">[1]</a> In June</p>',
    notes: ['markup: a link within the text is plain words now: #_ftn2'],
  },
  {
    name: 'Emoji that are pictures',
    source:
      '<p>Out <img src="https://s.w.org/images/core/emoji/14.0.0/72x72/1f389.png" alt="🎉" class="wp-smiley"> and <img src="https://old.example/wp-includes/images/smilies/icon_smile.gif" alt=":)" class="wp-smiley"> <img src="https://a.slack-edge.example/emoji-assets/apple-medium/1f469-200d-1f467@2x.png" alt=":family:"> <img src="https://old.example/wp-content/uploads/heart.jpg" alt="❤️"></p>',
    html: '<p>Out 🎉 and :) 👩‍👧 <img src="/files/AAAAAAAAAAAAAAAA/1700000000000-heart.jpg" alt="❤️"></p>',
  },
  {
    name: 'Address on a line of its own',
    source: '<p>https://other.example/talk</p>',
    html: '<p><a href="https://other.example/talk" rel="noopener noreferrer">https://other.example/talk</a></p>',
  },
  {
    name: 'Colours, fonts, sizes and other looks',
    source:
      '<p style="color:red;text-align:center"><span style="font-size:40px">Big</span> <font face="x">red</font> <marquee>moving</marquee></p>',
    html: '<p style="text-align:center">Big red moving</p>',
  },
]
