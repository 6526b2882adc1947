import type { MarkupFixture } from './fixture.ts'

/** More cards as Ghost renders them. */
export const GHOST_MORE_CARDS: readonly MarkupFixture[] = [
  {
    name: 'Signup',
    becomes: 'its words; the form is named in the report',
    source:
      '<div class="kg-card kg-signup-card kg-width-regular" data-lexical-signup-form=""><div class="kg-signup-card-content"><div class="kg-signup-card-text"><h2 class="kg-signup-card-heading"><span>Hear from us</span></h2><p class="kg-signup-card-subheading"><span>Once a month</span></p><form class="kg-signup-card-form" data-members-form="signup"><input data-members-label="" type="hidden" value="x"><div class="kg-signup-card-fields"><input class="kg-signup-card-input" type="email" placeholder="Your email"><button class="kg-signup-card-button" type="submit"><span class="kg-signup-card-button-default">Subscribe</span></button></div><div class="kg-signup-card-success">Look into your inbox</div></form><p class="kg-signup-card-disclaimer"><span>No spam.</span></p></div></div></div>',
    html: '<h2>Hear from us</h2><p>Once a month</p><p>No spam.</p>',
    notes: ['markup: a form to sign up was left out: Your email Subscribe Look into your inbox'],
  },
  {
    name: 'Header',
    becomes: 'the picture, a heading, a paragraph and a link',
    source:
      '<div class="kg-card kg-header-card kg-v2 kg-width-full" data-background-color="#000000"><picture><img class="kg-header-card-image" src="https://old.example/content/images/2024/05/sea.jpg" alt="Sea"></picture><div class="kg-header-card-content"><div class="kg-header-card-text kg-align-center"><h2 class="kg-header-card-heading"><span>To the sea</span></h2><p class="kg-header-card-subheading"><span>A week off</span></p><a href="https://old.example/sea" class="kg-header-card-button">Come along</a></div></div></div>',
    html: '<figure><img src="/files/AAAAAAAAAAAAAAAA/1700000000000-sea.jpg" alt="Sea"></figure><h2>To the sea</h2><p>A week off</p><p><a href="https://old.example/sea" rel="noopener noreferrer">Come along</a></p>',
  },
  {
    name: 'Header, first version',
    becomes: 'the same',
    source:
      '<div class="kg-card kg-header-card kg-width-full kg-size-small kg-style-image" style="" data-kg-background-image="https://old.example/content/images/2024/05/sea.jpg"><h2 class="kg-header-card-header" id="sea">To the sea</h2><h3 class="kg-header-card-subheader" id="week">A week off</h3><a href="https://old.example/sea" class="kg-header-card-button">Come along</a></div>',
    html: '<figure><img src="/files/AAAAAAAAAAAAAAAA/1700000000000-sea.jpg" alt=""></figure><h2>To the sea</h2><p>A week off</p><p><a href="https://old.example/sea" rel="noopener noreferrer">Come along</a></p>',
  },
  {
    name: 'Product',
    becomes: 'the picture, a heading, stars, words and a link',
    source:
      '<div class="kg-card kg-product-card"><div class="kg-product-card-container"><img src="https://old.example/content/images/2024/05/pump.jpg" class="kg-product-card-image" loading="lazy"><div class="kg-product-card-title-container"><h4 class="kg-product-card-title"><span>Quiet pump</span></h4></div><div class="kg-product-card-rating"><span class="kg-product-card-rating-active kg-product-card-rating-star"><svg viewBox="0 0 24 24"><path d="M1 1"></path></svg></span><span class="kg-product-card-rating-active kg-product-card-rating-star"><svg viewBox="0 0 24 24"><path d="M1 1"></path></svg></span><span class="kg-product-card-rating-active kg-product-card-rating-star"><svg viewBox="0 0 24 24"><path d="M1 1"></path></svg></span><span class="kg-product-card-rating-active kg-product-card-rating-star"><svg viewBox="0 0 24 24"><path d="M1 1"></path></svg></span><span class="kg-product-card-rating-star"><svg viewBox="0 0 24 24"><path d="M1 1"></path></svg></span></div><div class="kg-product-card-description"><p>Hardly a hum.</p></div><a href="https://other.example/pump" class="kg-product-card-button kg-product-card-btn-accent"><span>Look at it</span></a></div></div>',
    html: '<figure><img src="/files/AAAAAAAAAAAAAAAA/1700000000000-pump.jpg" alt=""></figure><h4>Quiet pump</h4><p>★★★★☆</p><p>Hardly a hum.</p><p><a href="https://other.example/pump" rel="noopener noreferrer">Look at it</a></p>',
  },
  {
    name: 'Call to action',
    becomes: 'a note in a frame, with its picture and link',
    source:
      '<div class="kg-card kg-cta-card kg-cta-bg-grey kg-cta-minimal kg-cta-has-img" data-layout="minimal"><div class="kg-cta-sponsor-label-wrapper"><div class="kg-cta-sponsor-label"><span>FROM US</span></div></div><div class="kg-cta-content"><div class="kg-cta-image-container"><img src="https://old.example/content/images/2024/05/walk.jpg" alt="CTA Image"></div><div class="kg-cta-content-inner"><div class="kg-cta-text"><p>Walk with us in May.</p></div><a href="https://other.example/walk" class="kg-cta-button">Join in</a></div></div></div>',
    html: '<blockquote class="callout"><p>FROM US</p><figure><img src="/files/AAAAAAAAAAAAAAAA/1700000000000-walk.jpg" alt="CTA Image"></figure><p>Walk with us in May.</p><p><a href="https://other.example/walk" rel="noopener noreferrer">Join in</a></p></blockquote>',
  },
  {
    name: 'NFT',
    becomes: 'the picture, with a link',
    source:
      '<figure class="kg-card kg-embed-card kg-nft-card"><a href="https://other.example/nft" class="kg-nft-card-container"><img class="kg-nft-image" src="https://old.example/content/images/2024/05/n.png" alt=""><div class="kg-nft-metadata"><div class="kg-nft-header"><h4 class="kg-nft-title">A drawing</h4></div><div class="kg-nft-creator">Created by <span class="kg-nft-creator-name">Mia</span></div></div></a></figure>',
    html: '<figure><img src="/files/AAAAAAAAAAAAAAAA/1700000000000-n.png" alt=""><figcaption><a href="https://other.example/nft" rel="noopener noreferrer">A drawing · Created by Mia</a></figcaption></figure>',
  },
  {
    name: 'Transistor',
    becomes: 'a link to the page',
    source:
      '<figure class="kg-card kg-transistor-card"><iframe width="100%" height="180" title="Our podcast" data-src="https://partner.example/embed/1" data-kg-transistor-embed></iframe><script>grow()</script><noscript><iframe src="https://partner.example/embed/1"></iframe></noscript></figure>',
    html: '<p><a href="https://partner.example/embed/1" rel="noopener noreferrer">Our podcast</a></p>',
    notes: ['markup: the element ‘script’ was left out', 'media: iframe https://partner.example/embed/1'],
  },
  {
    name: 'Code',
    becomes: 'code, with its caption below',
    source:
      '<figure class="kg-card kg-code-card"><pre><code class="language-sh">echo hi</code></pre><figcaption>Say hi</figcaption></figure>',
    html: '<pre><code class="language-sh">echo hi</code></pre><p>Say hi</p>',
  },
  {
    name: 'Quote',
    becomes: 'a quote',
    source: '<blockquote>One voice</blockquote>',
    html: '<blockquote>One voice</blockquote>',
  },
  {
    name: 'Quote, alternative',
    becomes: 'a note in a frame',
    source: '<blockquote class="kg-blockquote-alt">Another voice</blockquote>',
    html: '<blockquote class="callout">Another voice</blockquote>',
  },
  {
    name: 'Paywall',
    becomes: 'nothing: a post has one audience',
    source: '<p>For all.</p><!--members-only--><p>And this.</p>',
    html: '<p>For all.</p><p>And this.</p>',
  },
  {
    name: 'Part for some members',
    becomes: 'left out of a post that more people may read, and named in the report',
    source:
      '<p>For all.</p><!--kg-gated-block:begin nonMember:false memberSegment:"status:-free" --><p>Thank you, paying friends.</p><!--kg-gated-block:end-->',
    html: '<p>For all.</p>',
    notes: ['markup: only some members could read this, and it was left out: Thank you, paying friends.'],
  },
  {
    name: 'Part for everyone',
    becomes: 'what it holds',
    source:
      '<!--kg-gated-block:begin nonMember:true memberSegment:"status:free,status:-free" --><p>Hello, all.</p><!--kg-gated-block:end-->',
    html: '<p>Hello, all.</p>',
  },
]
