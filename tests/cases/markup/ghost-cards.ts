import type { MarkupFixture } from './fixture.ts'

/** Cards as Ghost renders them. */
export const GHOST_CARDS: readonly MarkupFixture[] = [
  {
    name: 'Paragraph, heading, list',
    source: '<p>A quiet <em>night</em>.</p><h2 id="the-plan">The plan</h2><ul><li>sleep</li></ul>',
    html: '<p>A quiet <em>night</em>.</p><h2>The plan</h2><ul><li>sleep</li></ul>',
  },
  {
    name: 'Image',
    source:
      '<figure class="kg-card kg-image-card kg-width-wide kg-card-hascaption"><img src="https://old.example/content/images/2024/05/cot.jpg" class="kg-image" alt="Cot" loading="lazy" width="2000" height="1333" srcset="https://old.example/content/images/size/w600/2024/05/cot.jpg 600w" sizes="(min-width: 1200px) 1200px"><figcaption><span style="white-space: pre-wrap;">Her first cot</span></figcaption></figure>',
    html: '<figure><img src="/files/AAAAAAAAAAAAAAAA/1700000000000-cot.jpg" alt="Cot"><figcaption>Her first cot</figcaption></figure>',
  },
  {
    name: 'Gallery',
    source:
      '<figure class="kg-card kg-gallery-card kg-width-wide kg-card-hascaption"><div class="kg-gallery-container"><div class="kg-gallery-row"><div class="kg-gallery-image"><img src="https://old.example/content/images/2024/05/a.jpg" width="600" height="400" loading="lazy" alt="One"></div><div class="kg-gallery-image"><img src="https://old.example/content/images/2024/05/b.jpg" width="600" height="400" loading="lazy" alt="Two"></div></div></div><figcaption><p>By the lake</p></figcaption></figure>',
    html: '<figure><img src="/files/AAAAAAAAAAAAAAAA/1700000000000-a.jpg" alt="One"></figure><figure><img src="/files/AAAAAAAAAAAAAAAA/1700000000000-b.jpg" alt="Two"></figure><p>By the lake</p>',
  },
  {
    name: 'Bookmark',
    source:
      '<figure class="kg-card kg-bookmark-card kg-card-hascaption"><a class="kg-bookmark-container" href="https://other.example/read"><div class="kg-bookmark-content"><div class="kg-bookmark-title">Worth reading</div><div class="kg-bookmark-description">On tube feeding</div><div class="kg-bookmark-metadata"><img class="kg-bookmark-icon" src="https://other.example/favicon.ico" alt=""><span class="kg-bookmark-author">Tube Notes</span><span class="kg-bookmark-publisher">Ana</span></div></div><div class="kg-bookmark-thumbnail"><img src="https://other.example/t.jpg" alt=""></div></a><figcaption>A friend wrote it</figcaption></figure>',
    html: '<p><a href="https://other.example/read" rel="noopener noreferrer">Worth reading</a><br>On tube feeding<br>Tube Notes · Ana<br>A friend wrote it</p>',
  },
  {
    name: 'Embed',
    source:
      '<figure class="kg-card kg-embed-card kg-card-hascaption"><iframe width="200" height="113" src="https://www.youtube.com/embed/abcdefghijk?feature=oembed" title="A talk" allowfullscreen></iframe><figcaption>About feeding</figcaption></figure>',
    html: '<p><a href="https://www.youtube.com/watch?v=abcdefghijk" rel="noopener noreferrer">A talk</a></p><p>About feeding</p>',
    notes: ['media: iframe https://www.youtube.com/watch?v=abcdefghijk'],
  },
  {
    name: 'Markdown',
    source:
      '<p>He came home<sup class="footnote-ref"><a href="#fn1" id="fnref1">[1]</a></sup>.</p><hr class="footnotes-sep"><section class="footnotes"><ol class="footnotes-list"><li id="fn1" class="footnote-item"><p>In June. <a href="#fnref1" class="footnote-backref">↩︎</a></p></li></ol></section>',
    html: '<p>He came home<sup><a href="#fn-1" id="fnref-1">[1]</a></sup>.</p><hr><ol class="footnotes"><li id="fn-1"><p>In June. <a href="#fnref-1">↩︎</a></p></li></ol>',
  },
  {
    name: 'HTML',
    source:
      '<!--kg-card-begin: html--><div class="box"><p>Typed by hand</p><form action="https://evil.example"><label>Your name</label><input name="n" placeholder="Name"><button>Send</button></form></div><!--kg-card-end: html-->',
    html: '<p>Typed by hand</p>',
    notes: ['markup: the element ‘form’ was left out: Your name Name Send'],
  },
  {
    name: 'Button',
    source:
      '<div class="kg-card kg-button-card kg-align-center"><a href="https://other.example/give" class="kg-btn kg-btn-accent">Help us</a></div>',
    html: '<p><a href="https://other.example/give" rel="noopener noreferrer">Help us</a></p>',
  },
  {
    name: 'Callout',
    source:
      '<div class="kg-card kg-callout-card kg-callout-card-blue"><div class="kg-callout-emoji">💡</div><div class="kg-callout-text">Pack the <b>charger</b>.</div></div>',
    html: '<blockquote class="callout"><p>💡 Pack the <b>charger</b>.</p></blockquote>',
  },
  {
    name: 'Toggle',
    source:
      '<div class="kg-card kg-toggle-card" data-kg-toggle-state="close"><div class="kg-toggle-heading"><h4 class="kg-toggle-heading-text"><span style="white-space: pre-wrap;">Who visits?</span></h4><button class="kg-toggle-card-icon" aria-label="Expand toggle to read content"><svg viewBox="0 0 24 24"><path d="M1 1"></path></svg></button></div><div class="kg-toggle-content"><p>Grandma, on Sundays.</p></div></div>',
    html: '<details><summary>Who visits?</summary><p>Grandma, on Sundays.</p></details>',
  },
  {
    name: 'File',
    source:
      '<div class="kg-card kg-file-card"><a class="kg-file-card-container" href="https://old.example/content/files/2024/05/plan.pdf" title="Download" download=""><div class="kg-file-card-contents"><div class="kg-file-card-title">Care plan</div><div class="kg-file-card-caption">For the school</div><div class="kg-file-card-metadata"><div class="kg-file-card-filename">plan.pdf</div><div class="kg-file-card-filesize">8 KB</div></div></div><div class="kg-file-card-icon"><svg viewBox="0 0 24 24"><path d="M1 1"></path></svg></div></a></div>',
    html: '<p><a href="/files/AAAAAAAAAAAAAAAA/1700000000000-plan.pdf">Care plan</a> (plan.pdf, 8 KB)<br>For the school</p>',
  },
  {
    name: 'Audio',
    source:
      '<div class="kg-card kg-audio-card"><img src="https://old.example/content/media/2024/05/heart_thumb.jpg" alt="audio-thumbnail" class="kg-audio-thumbnail"><div class="kg-audio-player-container"><audio src="https://old.example/content/media/2024/05/heart.mp3" preload="metadata"></audio><div class="kg-audio-title">Her heart</div><div class="kg-audio-player"><button class="kg-audio-play-icon" aria-label="Play audio"><svg viewBox="0 0 24 24"><path d="M1 1"></path></svg></button><span class="kg-audio-current-time">0:00</span><div class="kg-audio-time">/<span class="kg-audio-duration">61</span></div><button class="kg-audio-playback-rate">1×</button></div></div></div>',
    html: '<figure><img src="/files/AAAAAAAAAAAAAAAA/1700000000000-heart_thumb.jpg" alt=""></figure><figure><audio controls="" src="/files/AAAAAAAAAAAAAAAA/1700000000000-heart.mp3"></audio><figcaption>Her heart</figcaption></figure>',
    controls: ['0:00', '/', '61', '1×'],
  },
  {
    name: 'Video',
    source:
      '<figure class="kg-card kg-video-card kg-width-regular kg-card-hascaption" data-kg-thumbnail="https://old.example/content/media/2024/05/steps_thumb.jpg" data-kg-custom-thumbnail=""><div class="kg-video-container"><video src="https://old.example/content/media/2024/05/steps.mp4" poster="https://img.spacergif.example/640x360/spacer.png" width="640" height="360" playsinline preload="metadata"></video><div class="kg-video-overlay"><button class="kg-video-large-play-icon" aria-label="Play video"><svg viewBox="0 0 24 24"><path d="M1 1"></path></svg></button></div><div class="kg-video-player-container"><div class="kg-video-player"><span class="kg-video-current-time">0:00</span><div class="kg-video-time">/<span class="kg-video-duration">0:12</span></div><button class="kg-video-playback-rate">1×</button></div></div></div><figcaption><p><span style="white-space: pre-wrap;">First steps</span></p></figcaption></figure>',
    html: '<figure><video controls="" src="/files/AAAAAAAAAAAAAAAA/1700000000000-steps.mp4" poster="/files/AAAAAAAAAAAAAAAA/1700000000000-steps_thumb.jpg" width="640" height="360"></video><figcaption>First steps</figcaption></figure>',
    controls: ['0:00', '/', '0:12', '1×'],
  },
  {
    name: 'Signup',
    source:
      '<div class="kg-card kg-signup-card kg-width-regular" data-lexical-signup-form=""><div class="kg-signup-card-content"><div class="kg-signup-card-text"><h2 class="kg-signup-card-heading"><span>Hear from us</span></h2><p class="kg-signup-card-subheading"><span>Once a month</span></p><form class="kg-signup-card-form" data-members-form="signup"><input data-members-label="" type="hidden" value="x"><div class="kg-signup-card-fields"><input class="kg-signup-card-input" type="email" placeholder="Your email"><button class="kg-signup-card-button" type="submit"><span class="kg-signup-card-button-default">Subscribe</span></button></div><div class="kg-signup-card-success">Look into your inbox</div></form><p class="kg-signup-card-disclaimer"><span>No spam.</span></p></div></div></div>',
    html: '<h2>Hear from us</h2><p>Once a month</p><p>No spam.</p>',
    notes: ['markup: a form to sign up was left out: Your email Subscribe Look into your inbox'],
  },
  {
    name: 'Header',
    source:
      '<div class="kg-card kg-header-card kg-v2 kg-width-full" data-background-color="#000000"><picture><img class="kg-header-card-image" src="https://old.example/content/images/2024/05/sea.jpg" alt="Sea"></picture><div class="kg-header-card-content"><div class="kg-header-card-text kg-align-center"><h2 class="kg-header-card-heading"><span>To the sea</span></h2><p class="kg-header-card-subheading"><span>A week off</span></p><a href="https://old.example/sea" class="kg-header-card-button">Come along</a></div></div></div>',
    html: '<figure><img src="/files/AAAAAAAAAAAAAAAA/1700000000000-sea.jpg" alt="Sea"></figure><h2>To the sea</h2><p>A week off</p><p><a href="https://old.example/sea" rel="noopener noreferrer">Come along</a></p>',
  },
  {
    name: 'Header, first version',
    source:
      '<div class="kg-card kg-header-card kg-width-full kg-size-small kg-style-image" style="" data-kg-background-image="https://old.example/content/images/2024/05/sea.jpg"><h2 class="kg-header-card-header" id="sea">To the sea</h2><h3 class="kg-header-card-subheader" id="week">A week off</h3><a href="https://old.example/sea" class="kg-header-card-button">Come along</a></div>',
    html: '<figure><img src="/files/AAAAAAAAAAAAAAAA/1700000000000-sea.jpg" alt=""></figure><h2>To the sea</h2><p>A week off</p><p><a href="https://old.example/sea" rel="noopener noreferrer">Come along</a></p>',
  },
  {
    name: 'Product',
    source:
      '<div class="kg-card kg-product-card"><div class="kg-product-card-container"><img src="https://old.example/content/images/2024/05/pump.jpg" class="kg-product-card-image" loading="lazy"><div class="kg-product-card-title-container"><h4 class="kg-product-card-title"><span>Quiet pump</span></h4></div><div class="kg-product-card-rating"><span class="kg-product-card-rating-active kg-product-card-rating-star"><svg viewBox="0 0 24 24"><path d="M1 1"></path></svg></span><span class="kg-product-card-rating-active kg-product-card-rating-star"><svg viewBox="0 0 24 24"><path d="M1 1"></path></svg></span><span class="kg-product-card-rating-active kg-product-card-rating-star"><svg viewBox="0 0 24 24"><path d="M1 1"></path></svg></span><span class="kg-product-card-rating-active kg-product-card-rating-star"><svg viewBox="0 0 24 24"><path d="M1 1"></path></svg></span><span class="kg-product-card-rating-star"><svg viewBox="0 0 24 24"><path d="M1 1"></path></svg></span></div><div class="kg-product-card-description"><p>Hardly a hum.</p></div><a href="https://other.example/pump" class="kg-product-card-button kg-product-card-btn-accent"><span>Look at it</span></a></div></div>',
    html: '<figure><img src="/files/AAAAAAAAAAAAAAAA/1700000000000-pump.jpg" alt=""></figure><h4>Quiet pump</h4><p>★★★★☆</p><p>Hardly a hum.</p><p><a href="https://other.example/pump" rel="noopener noreferrer">Look at it</a></p>',
  },
  {
    name: 'Call to action',
    source:
      '<div class="kg-card kg-cta-card kg-cta-bg-grey kg-cta-minimal kg-cta-has-img" data-layout="minimal"><div class="kg-cta-sponsor-label-wrapper"><div class="kg-cta-sponsor-label"><span>FROM US</span></div></div><div class="kg-cta-content"><div class="kg-cta-image-container"><img src="https://old.example/content/images/2024/05/walk.jpg" alt="CTA Image"></div><div class="kg-cta-content-inner"><div class="kg-cta-text"><p>Walk with us in May.</p></div><a href="https://other.example/walk" class="kg-cta-button">Join in</a></div></div></div>',
    html: '<blockquote class="callout"><p>FROM US</p><figure><img src="/files/AAAAAAAAAAAAAAAA/1700000000000-walk.jpg" alt="CTA Image"></figure><p>Walk with us in May.</p><p><a href="https://other.example/walk" rel="noopener noreferrer">Join in</a></p></blockquote>',
  },
  {
    name: 'NFT',
    source:
      '<figure class="kg-card kg-embed-card kg-nft-card"><a href="https://other.example/nft" class="kg-nft-card-container"><img class="kg-nft-image" src="https://old.example/content/images/2024/05/n.png" alt=""><div class="kg-nft-metadata"><div class="kg-nft-header"><h4 class="kg-nft-title">A drawing</h4></div><div class="kg-nft-creator">Created by <span class="kg-nft-creator-name">Mia</span></div></div></a></figure>',
    html: '<figure><img src="/files/AAAAAAAAAAAAAAAA/1700000000000-n.png" alt=""><figcaption><a href="https://other.example/nft" rel="noopener noreferrer">A drawing · Created by Mia</a></figcaption></figure>',
  },
  {
    name: 'Transistor',
    source:
      '<figure class="kg-card kg-transistor-card"><iframe width="100%" height="180" title="Our podcast" data-src="https://partner.example/embed/1" data-kg-transistor-embed></iframe><script>grow()</script><noscript><iframe src="https://partner.example/embed/1"></iframe></noscript></figure>',
    html: '<p><a href="https://partner.example/embed/1" rel="noopener noreferrer">Our podcast</a></p>',
    notes: ['markup: the element ‘script’ was left out', 'media: iframe https://partner.example/embed/1'],
  },
  {
    name: 'Code',
    source:
      '<figure class="kg-card kg-code-card"><pre><code class="language-sh">echo hi</code></pre><figcaption>Say hi</figcaption></figure>',
    html: '<pre><code class="language-sh">echo hi</code></pre><p>Say hi</p>',
  },
  {
    name: 'Quote, alternative',
    source: '<blockquote class="kg-blockquote-alt">Another voice</blockquote>',
    html: '<blockquote class="callout">Another voice</blockquote>',
  },
  {
    name: 'Paywall',
    source: '<p>For all.</p><!--members-only--><p>And this.</p>',
    html: '<p>For all.</p><p>And this.</p>',
  },
  {
    name: 'Part for some members',
    source:
      '<p>For all.</p><!--kg-gated-block:begin nonMember:false memberSegment:"status:-free" --><p>Thank you, paying friends.</p><!--kg-gated-block:end-->',
    html: '<p>For all.</p>',
    notes: ['markup: only some members could read this, and it was left out: Thank you, paying friends.'],
  },
  {
    name: 'Part for everyone',
    source:
      '<!--kg-gated-block:begin nonMember:true memberSegment:"status:free,status:-free" --><p>Hello, all.</p><!--kg-gated-block:end-->',
    html: '<p>Hello, all.</p>',
  },
]
