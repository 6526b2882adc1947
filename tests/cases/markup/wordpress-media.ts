import type { MarkupFixture } from './fixture.ts'

/** Image, audio, video and file blocks of WordPress and Jetpack. */
export const WORDPRESS_MEDIA: readonly MarkupFixture[] = [
  {
    name: 'Image',
    source: `<!-- wp:image -->
<figure class="wp-block-image"><a href="https://other.example/"><img src="https://old.example/wp-content/uploads/ward.jpg" alt="The ward"/></a><figcaption class="wp-element-caption">Room <em>four</em></figcaption></figure>
<!-- /wp:image -->`,
    html: '<figure><a href="https://other.example/" rel="noopener noreferrer"><img src="/files/AAAAAAAAAAAAAAAA/1700000000000-ward.jpg" alt="The ward"></a><figcaption>Room <em>four</em></figcaption></figure>',
  },
  {
    name: 'Gallery',
    source: `<!-- wp:gallery -->
<figure class="wp-block-gallery has-nested-images"><!-- wp:image -->
<figure class="wp-block-image size-large"><img src="https://old.example/wp-content/uploads/a.jpg" alt="One" class="wp-image-1"/></figure>
<!-- /wp:image --><!-- wp:image -->
<figure class="wp-block-image"><img src="https://old.example/wp-content/uploads/b.jpg" alt="Two"/><figcaption class="wp-element-caption">By the lake</figcaption></figure>
<!-- /wp:image --><figcaption class="blocks-gallery-caption wp-element-caption">Summer</figcaption></figure>
<!-- /wp:gallery -->`,
    html: '<figure><img src="/files/AAAAAAAAAAAAAAAA/1700000000000-a.jpg" alt="One"></figure><figure><img src="/files/AAAAAAAAAAAAAAAA/1700000000000-b.jpg" alt="Two"><figcaption>By the lake</figcaption></figure><p>Summer</p>',
  },
  {
    name: 'Gallery, before 2022',
    source: `<!-- wp:gallery -->
<figure class="wp-block-gallery"><ul class="blocks-gallery-grid"><li class="blocks-gallery-item"><figure><img src="https://old.example/wp-content/uploads/a.jpg" alt=""/><figcaption class="blocks-gallery-item__caption">Morning</figcaption></figure></li><li class="blocks-gallery-item"><figure><img src="https://old.example/wp-content/uploads/b.jpg" alt=""/></figure></li></ul><figcaption class="blocks-gallery-caption">A day</figcaption></figure>
<!-- /wp:gallery -->`,
    html: '<figure><img src="/files/AAAAAAAAAAAAAAAA/1700000000000-a.jpg" alt=""><figcaption>Morning</figcaption></figure><figure><img src="/files/AAAAAAAAAAAAAAAA/1700000000000-b.jpg" alt=""></figure><p>A day</p>',
  },
  {
    name: 'Audio',
    source: `<!-- wp:audio -->
<figure class="wp-block-audio"><audio controls src="https://old.example/wp-content/uploads/heart.mp3"></audio><figcaption class="wp-element-caption">Her heart</figcaption></figure>
<!-- /wp:audio -->`,
    html: '<figure><audio controls="" src="/files/AAAAAAAAAAAAAAAA/1700000000000-heart.mp3"></audio><figcaption>Her heart</figcaption></figure>',
  },
  {
    name: 'Video',
    source: `<!-- wp:video -->
<figure class="wp-block-video"><video controls poster="https://old.example/wp-content/uploads/p.jpg" src="https://old.example/wp-content/uploads/steps.mp4"></video><figcaption class="wp-element-caption">First steps</figcaption></figure>
<!-- /wp:video -->`,
    html: '<figure><video controls="" src="/files/AAAAAAAAAAAAAAAA/1700000000000-steps.mp4" poster="/files/AAAAAAAAAAAAAAAA/1700000000000-p.jpg"></video><figcaption>First steps</figcaption></figure>',
  },
  {
    name: 'File',
    source: `<!-- wp:file -->
<div class="wp-block-file"><object class="wp-block-file__embed" data="https://old.example/wp-content/uploads/plan.pdf" type="application/pdf" aria-label="Embed of plan."></object><a id="f-1" href="https://old.example/wp-content/uploads/plan.pdf">Care plan</a><a href="https://old.example/wp-content/uploads/plan.pdf" class="wp-block-file__button wp-element-button" download aria-describedby="f-1">Fetch it</a></div>
<!-- /wp:file -->`,
    html: '<p><a href="/files/AAAAAAAAAAAAAAAA/1700000000000-plan.pdf">Care plan</a></p>',
    controls: ['Fetch it'],
  },
  {
    name: 'Cover',
    source: `<!-- wp:cover -->
<div class="wp-block-cover"><img class="wp-block-cover__image-background" alt="Sea" src="https://old.example/wp-content/uploads/sea.jpg"/><span aria-hidden="true" class="wp-block-cover__background has-background-dim"></span><div class="wp-block-cover__inner-container"><!-- wp:paragraph --><p>To the sea</p><!-- /wp:paragraph --></div></div>
<!-- /wp:cover -->`,
    html: '<figure><img src="/files/AAAAAAAAAAAAAAAA/1700000000000-sea.jpg" alt="Sea"></figure><p>To the sea</p>',
  },
  {
    name: 'Cover, with its picture as a style',
    source: `<!-- wp:cover -->
<div class="wp-block-cover has-background-dim" style="background-image:url(https://old.example/wp-content/uploads/sea.jpg)"><div class="wp-block-cover__inner-container"><p class="has-large-font-size">To the sea</p></div></div>
<!-- /wp:cover -->`,
    html: '<figure><img src="/files/AAAAAAAAAAAAAAAA/1700000000000-sea.jpg" alt=""></figure><p>To the sea</p>',
  },
  {
    name: 'Media and text',
    source: `<!-- wp:media-text -->
<div class="wp-block-media-text"><figure class="wp-block-media-text__media"><img src="https://old.example/wp-content/uploads/cot.jpg" alt="Cot"/></figure><div class="wp-block-media-text__content"><!-- wp:paragraph --><p>Her first cot</p><!-- /wp:paragraph --></div></div>
<!-- /wp:media-text -->`,
    html: '<figure><img src="/files/AAAAAAAAAAAAAAAA/1700000000000-cot.jpg" alt="Cot"></figure><p>Her first cot</p>',
  },
  {
    name: 'Tiled gallery',
    source: `<!-- wp:jetpack/tiled-gallery -->
<div class="wp-block-jetpack-tiled-gallery aligncenter is-style-rectangular"><div class="tiled-gallery__gallery"><div class="tiled-gallery__row"><div class="tiled-gallery__col"><figure class="tiled-gallery__item"><img alt="Boat" data-url="https://old.example/wp-content/uploads/boat.jpg" src="https://i0.wp.com/old.example/wp-content/uploads/boat.jpg?ssl=1"/></figure></div><div class="tiled-gallery__col"><figure class="tiled-gallery__item"><img alt="Pier" src="https://i1.wp.com/old.example/wp-content/uploads/pier.jpg?ssl=1"/></figure></div></div></div></div>
<!-- /wp:jetpack/tiled-gallery -->`,
    html: '<figure><img src="/files/AAAAAAAAAAAAAAAA/1700000000000-boat.jpg" alt="Boat"></figure><figure><img src="/files/AAAAAAAAAAAAAAAA/1700000000000-pier.jpg" alt="Pier"></figure>',
  },
  {
    name: 'Slideshow',
    source: `<!-- wp:jetpack/slideshow -->
<div class="wp-block-jetpack-slideshow"><div class="wp-block-jetpack-slideshow_container swiper-container"><ul class="wp-block-jetpack-slideshow_swiper-wrapper swiper-wrapper"><li class="wp-block-jetpack-slideshow_slide swiper-slide"><figure><img alt="" src="https://old.example/wp-content/uploads/a.jpg"/><figcaption class="wp-block-jetpack-slideshow_caption gallery-caption">Day one</figcaption></figure></li><li class="wp-block-jetpack-slideshow_slide swiper-slide"><figure><img alt="" src="https://old.example/wp-content/uploads/b.jpg"/></figure></li></ul><a class="wp-block-jetpack-slideshow_button-prev swiper-button-prev" role="button"></a><div class="swiper-pagination"></div></div></div>
<!-- /wp:jetpack/slideshow -->`,
    html: '<figure><img src="/files/AAAAAAAAAAAAAAAA/1700000000000-a.jpg" alt=""><figcaption>Day one</figcaption></figure><figure><img src="/files/AAAAAAAAAAAAAAAA/1700000000000-b.jpg" alt=""></figure>',
  },
  {
    name: 'Contact form',
    source: `<!-- wp:jetpack/contact-form -->
<div class="wp-block-jetpack-contact-form"><!-- wp:jetpack/field-name {"label":"Your name"} /--><!-- wp:jetpack/field-select {"label":"About","options":["Feeding","Sleep"]} /--><!-- wp:jetpack/button {"text":"Send it"} -->
<button class="wp-block-button__link">Send it</button>
<!-- /wp:jetpack/button --></div>
<!-- /wp:jetpack/contact-form -->`,
    html: '',
    notes: ['markup: the block ‘jetpack/contact-form’ was left out: Your name About Feeding, Sleep Send it, Send it'],
  },
  {
    name: 'Map',
    source: `<!-- wp:jetpack/map -->
<div class="wp-block-jetpack-map" data-points="[]"><ul><li><a href="https://maps.example/?q=1,2">The clinic</a></li></ul></div>
<!-- /wp:jetpack/map -->`,
    html: '<ul><li><a href="https://maps.example/?q=1,2" rel="noopener noreferrer">The clinic</a></li></ul>',
    notes: ['media: a map The clinic'],
  },
  {
    name: 'Markdown',
    source: `<!-- wp:jetpack/markdown {"source":"In *short*"} -->
<div class="wp-block-jetpack-markdown"><p>In <em>short</em></p></div>
<!-- /wp:jetpack/markdown -->`,
    html: '<p>In <em>short</em></p>',
  },
  {
    name: 'VideoPress',
    source: `<!-- wp:videopress/video -->
<figure class="wp-block-videopress-video wp-block-jetpack-videopress jetpack-videopress-player"><div class="jetpack-videopress-player__wrapper">
https://videopress.example/v/abc
</div><figcaption>Ward tour</figcaption></figure>
<!-- /wp:videopress/video -->`,
    html: '<p><a href="https://videopress.example/v/abc" rel="noopener noreferrer">https://videopress.example/v/abc</a><br>Ward tour</p>',
    notes: ['media: https://videopress.example/v/abc'],
  },
  {
    name: 'Image compare',
    source: `<!-- wp:jetpack/image-compare -->
<figure class="wp-block-jetpack-image-compare"><div class="juxtapose"><img src="https://old.example/wp-content/uploads/before.jpg" alt="Before"/><img src="https://old.example/wp-content/uploads/after.jpg" alt="After"/></div><figcaption>A month</figcaption></figure>
<!-- /wp:jetpack/image-compare -->`,
    html: '<figure><img src="/files/AAAAAAAAAAAAAAAA/1700000000000-before.jpg" alt="Before"></figure><figure><img src="/files/AAAAAAAAAAAAAAAA/1700000000000-after.jpg" alt="After"></figure><p>A month</p>',
  },
]
