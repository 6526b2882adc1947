import type { MarkupFixture } from './fixture.ts'

/** Cards as Ghost renders them. */
export const GHOST_CARDS: readonly MarkupFixture[] = [
  {
    name: 'Paragraph, heading, list',
    becomes: 'the same',
    source: '<p>A quiet <em>night</em>.</p><h2 id="the-plan">The plan</h2><ul><li>sleep</li></ul>',
    html: '<p>A quiet <em>night</em>.</p><h2>The plan</h2><ul><li>sleep</li></ul>',
  },
  {
    name: 'Image',
    becomes: 'a picture with its caption, however wide it was',
    source:
      '<figure class="kg-card kg-image-card kg-width-wide kg-card-hascaption"><img src="https://old.example/content/images/2024/05/cot.jpg" class="kg-image" alt="Cot" loading="lazy" width="2000" height="1333" srcset="https://old.example/content/images/size/w600/2024/05/cot.jpg 600w" sizes="(min-width: 1200px) 1200px"><figcaption><span style="white-space: pre-wrap;">Her first cot</span></figcaption></figure>',
    html: '<figure><img src="/files/AAAAAAAAAAAAAAAA/1700000000000-cot.jpg" alt="Cot"><figcaption>Her first cot</figcaption></figure>',
  },
  {
    name: 'Gallery',
    becomes: 'pictures beside each other, with the caption below',
    source:
      '<figure class="kg-card kg-gallery-card kg-width-wide kg-card-hascaption"><div class="kg-gallery-container"><div class="kg-gallery-row"><div class="kg-gallery-image"><img src="https://old.example/content/images/2024/05/a.jpg" width="600" height="400" loading="lazy" alt="One"></div><div class="kg-gallery-image"><img src="https://old.example/content/images/2024/05/b.jpg" width="600" height="400" loading="lazy" alt="Two"></div></div></div><figcaption><p>By the lake</p></figcaption></figure>',
    html: '<figure><img src="/files/AAAAAAAAAAAAAAAA/1700000000000-a.jpg" alt="One"></figure><figure><img src="/files/AAAAAAAAAAAAAAAA/1700000000000-b.jpg" alt="Two"></figure><p>By the lake</p>',
  },
  {
    name: 'Bookmark',
    becomes: 'a link with what the card says of the page; its icon and thumbnail stay behind',
    source:
      '<figure class="kg-card kg-bookmark-card kg-card-hascaption"><a class="kg-bookmark-container" href="https://other.example/read"><div class="kg-bookmark-content"><div class="kg-bookmark-title">Worth reading</div><div class="kg-bookmark-description">On tube feeding</div><div class="kg-bookmark-metadata"><img class="kg-bookmark-icon" src="https://other.example/favicon.ico" alt=""><span class="kg-bookmark-author">Tube Notes</span><span class="kg-bookmark-publisher">Ana</span></div></div><div class="kg-bookmark-thumbnail"><img src="https://other.example/t.jpg" alt=""></div></a><figcaption>A friend wrote it</figcaption></figure>',
    html: '<p><a href="https://other.example/read" rel="noopener noreferrer">Worth reading</a><br>On tube feeding<br>Tube Notes · Ana<br>A friend wrote it</p>',
  },
  {
    name: 'Embed',
    becomes: 'a link to the page, with its caption',
    source:
      '<figure class="kg-card kg-embed-card kg-card-hascaption"><iframe width="200" height="113" src="https://www.youtube.com/embed/abcdefghijk?feature=oembed" title="A talk" allowfullscreen></iframe><figcaption>About feeding</figcaption></figure>',
    html: '<p><a href="https://www.youtube.com/watch?v=abcdefghijk" rel="noopener noreferrer">A talk</a></p><p>About feeding</p>',
    notes: ['media: iframe https://www.youtube.com/watch?v=abcdefghijk'],
  },
  {
    name: 'Markdown',
    becomes: 'what it says, with its footnotes',
    source:
      '<p>He came home<sup class="footnote-ref"><a href="#fn1" id="fnref1">[1]</a></sup>.</p><hr class="footnotes-sep"><section class="footnotes"><ol class="footnotes-list"><li id="fn1" class="footnote-item"><p>In June. <a href="#fnref1" class="footnote-backref">↩︎</a></p></li></ol></section>',
    html: '<p>He came home<sup><a href="#fn-1" id="fnref-1">[1]</a></sup>.</p><hr><ol class="footnotes"><li id="fn-1"><p>In June. <a href="#fnref-1">↩︎</a></p></li></ol>',
  },
  {
    name: 'HTML',
    becomes: 'its text, links and pictures; scripts and forms are left out and named',
    source:
      '<!--kg-card-begin: html--><div class="box"><p>Typed by hand</p><form action="https://evil.example"><label>Your name</label><input name="n" placeholder="Name"><button>Send</button></form></div><!--kg-card-end: html-->',
    html: '<p>Typed by hand</p>',
    notes: ['markup: the element ‘form’ was left out: Your name Name Send'],
  },
  {
    name: 'Divider',
    becomes: 'a line',
    source: '<p>Before</p><hr><p>After</p>',
    html: '<p>Before</p><hr><p>After</p>',
  },
  {
    name: 'Button',
    becomes: 'a paragraph with a link',
    source:
      '<div class="kg-card kg-button-card kg-align-center"><a href="https://other.example/give" class="kg-btn kg-btn-accent">Help us</a></div>',
    html: '<p><a href="https://other.example/give" rel="noopener noreferrer">Help us</a></p>',
  },
  {
    name: 'Callout',
    becomes: 'a note in a frame',
    source:
      '<div class="kg-card kg-callout-card kg-callout-card-blue"><div class="kg-callout-emoji">💡</div><div class="kg-callout-text">Pack the <b>charger</b>.</div></div>',
    html: '<blockquote class="callout"><p>💡 Pack the <b>charger</b>.</p></blockquote>',
  },
  {
    name: 'Toggle',
    becomes: 'details that open',
    source:
      '<div class="kg-card kg-toggle-card" data-kg-toggle-state="close"><div class="kg-toggle-heading"><h4 class="kg-toggle-heading-text"><span style="white-space: pre-wrap;">Who visits?</span></h4><button class="kg-toggle-card-icon" aria-label="Expand toggle to read content"><svg viewBox="0 0 24 24"><path d="M1 1"></path></svg></button></div><div class="kg-toggle-content"><p>Grandma, on Sundays.</p></div></div>',
    html: '<details><summary>Who visits?</summary><p>Grandma, on Sundays.</p></details>',
  },
  {
    name: 'File',
    becomes: 'a paragraph with a link to the file, its name, size and caption',
    source:
      '<div class="kg-card kg-file-card"><a class="kg-file-card-container" href="https://old.example/content/files/2024/05/plan.pdf" title="Download" download=""><div class="kg-file-card-contents"><div class="kg-file-card-title">Care plan</div><div class="kg-file-card-caption">For the school</div><div class="kg-file-card-metadata"><div class="kg-file-card-filename">plan.pdf</div><div class="kg-file-card-filesize">8 KB</div></div></div><div class="kg-file-card-icon"><svg viewBox="0 0 24 24"><path d="M1 1"></path></svg></div></a></div>',
    html: '<p><a href="/files/AAAAAAAAAAAAAAAA/1700000000000-plan.pdf">Care plan</a> (plan.pdf, 8 KB)<br>For the school</p>',
  },
  {
    name: 'Audio',
    becomes: 'a player with its title, and its thumbnail',
    source:
      '<div class="kg-card kg-audio-card"><img src="https://old.example/content/media/2024/05/heart_thumb.jpg" alt="audio-thumbnail" class="kg-audio-thumbnail"><div class="kg-audio-player-container"><audio src="https://old.example/content/media/2024/05/heart.mp3" preload="metadata"></audio><div class="kg-audio-title">Her heart</div><div class="kg-audio-player"><button class="kg-audio-play-icon" aria-label="Play audio"><svg viewBox="0 0 24 24"><path d="M1 1"></path></svg></button><span class="kg-audio-current-time">0:00</span><div class="kg-audio-time">/<span class="kg-audio-duration">61</span></div><button class="kg-audio-playback-rate">1×</button></div></div></div>',
    html: '<figure><img src="/files/AAAAAAAAAAAAAAAA/1700000000000-heart_thumb.jpg" alt=""></figure><figure><audio controls="" src="/files/AAAAAAAAAAAAAAAA/1700000000000-heart.mp3"></audio><figcaption>Her heart</figcaption></figure>',
    controls: ['0:00', '/', '61', '1×'],
  },
  {
    name: 'Video',
    becomes: 'a player with its thumbnail and caption',
    source:
      '<figure class="kg-card kg-video-card kg-width-regular kg-card-hascaption" data-kg-thumbnail="https://old.example/content/media/2024/05/steps_thumb.jpg" data-kg-custom-thumbnail=""><div class="kg-video-container"><video src="https://old.example/content/media/2024/05/steps.mp4" poster="https://img.spacergif.example/640x360/spacer.png" width="640" height="360" playsinline preload="metadata"></video><div class="kg-video-overlay"><button class="kg-video-large-play-icon" aria-label="Play video"><svg viewBox="0 0 24 24"><path d="M1 1"></path></svg></button></div><div class="kg-video-player-container"><div class="kg-video-player"><span class="kg-video-current-time">0:00</span><div class="kg-video-time">/<span class="kg-video-duration">0:12</span></div><button class="kg-video-playback-rate">1×</button></div></div></div><figcaption><p><span style="white-space: pre-wrap;">First steps</span></p></figcaption></figure>',
    html: '<figure><video controls="" src="/files/AAAAAAAAAAAAAAAA/1700000000000-steps.mp4" poster="/files/AAAAAAAAAAAAAAAA/1700000000000-steps_thumb.jpg" width="640" height="360"></video><figcaption>First steps</figcaption></figure>',
    controls: ['0:00', '/', '0:12', '1×'],
  },
]
