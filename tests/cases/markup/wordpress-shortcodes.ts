import type { MarkupFixture } from './fixture.ts'

export const WORDPRESS_SHORTCODES: readonly MarkupFixture[] = [
  {
    name: '[caption]',
    source:
      '[caption id="attachment_1" align="alignleft" width="300"]<img src="https://old.example/wp-content/uploads/cot.jpg" alt="Cot" /> Her <b>first</b> cot[/caption]',
    html: '<figure><img src="/files/AAAAAAAAAAAAAAAA/1700000000000-cot.jpg" alt="Cot"><figcaption>Her <b>first</b> cot</figcaption></figure>',
  },
  {
    name: '[caption] with its words as an attribute',
    source: '[caption caption="Her first cot"]<img src="https://old.example/wp-content/uploads/cot.jpg" alt="Cot" />[/caption]',
    html: '<figure><img src="/files/AAAAAAAAAAAAAAAA/1700000000000-cot.jpg" alt="Cot"><figcaption>Her first cot</figcaption></figure>',
  },
  {
    name: '[gallery ids]',
    source: '[gallery ids="11,12"]',
    html: '<figure><img src="/files/AAAAAAAAAAAAAAAA/1700000000000-pic-11.jpg" alt=""><figcaption>First light</figcaption></figure><figure><img src="/files/AAAAAAAAAAAAAAAA/1700000000000-pic-12.jpg" alt=""></figure>',
  },
  {
    name: '[gallery] without names',
    source: '[gallery columns="2"]',
    html: '<figure><img src="/files/AAAAAAAAAAAAAAAA/1700000000000-pic-11.jpg" alt=""><figcaption>First light</figcaption></figure><figure><img src="/files/AAAAAAAAAAAAAAAA/1700000000000-pic-12.jpg" alt=""></figure>',
  },
  {
    name: '[gallery exclude], [gallery id]',
    source: '[gallery id="90" exclude="91"]',
    html: '<figure><img src="/files/AAAAAAAAAAAAAAAA/1700000000000-pic-92.jpg" alt=""></figure>',
  },
  {
    name: '[gallery] of pictures that the export lacks',
    source: '[gallery ids="11,99"]',
    html: '<figure><img src="/files/AAAAAAAAAAAAAAAA/1700000000000-pic-11.jpg" alt=""><figcaption>First light</figcaption></figure>',
    notes: ['markup: [gallery] names uploads that are not in the export: 99'],
  },
  {
    name: '[[gallery]]',
    source: 'Write [[gallery ids="1"]] to show pictures.',
    html: '<p>Write [gallery ids="1"] to show pictures.</p>',
  },
  {
    name: '[playlist]',
    source: '[playlist ids="13"]',
    html: '<figure><audio controls="" src="/files/AAAAAAAAAAAAAAAA/1700000000000-lullaby.mp3"></audio><figcaption>A lullaby</figcaption></figure>',
  },
  {
    name: '[audio]',
    source: '[audio mp3="https://old.example/wp-content/uploads/song.mp3"][/audio]',
    html: '<figure><audio controls="" src="/files/AAAAAAAAAAAAAAAA/1700000000000-song.mp3"></audio></figure>',
  },
  {
    name: '[video]',
    source:
      '[video width="640" height="360" mp4="https://old.example/wp-content/uploads/steps.mp4" poster="https://old.example/wp-content/uploads/p.jpg"][/video]',
    html: '<figure><video controls="" src="/files/AAAAAAAAAAAAAAAA/1700000000000-steps.mp4" poster="/files/AAAAAAAAAAAAAAAA/1700000000000-p.jpg" width="640" height="360"></video></figure>',
  },
  {
    name: '[video] of another site',
    source: '[video src="https://vimeo.com/123456"]',
    html: '<p><a href="https://vimeo.com/123456" rel="noopener noreferrer">https://vimeo.com/123456</a></p>',
  },
  {
    name: '[audio] without a file',
    source: '[audio title="Her song"]',
    html: '',
    notes: ['markup: [audio] plays nothing: Her song'],
  },
  {
    name: '[embed]',
    source: '[embed width="300"]https://other.example/talk[/embed]',
    html: '<p><a href="https://other.example/talk" rel="noopener noreferrer">https://other.example/talk</a></p>',
  },
  {
    name: '[youtube], [vimeo], [soundcloud] and the like',
    source: '[youtube https://www.youtube.com/watch?v=abcdefghijk]',
    html: '<p><a href="https://www.youtube.com/watch?v=abcdefghijk" rel="noopener noreferrer">https://www.youtube.com/watch?v=abcdefghijk</a></p>',
  },
  {
    name: 'Shortcodes of other plugins',
    source: '[donate amount="5"]Give[/donate]',
    html: '<p>[donate amount="5"]Give[/donate]</p>',
    notes: ['markup: [donate] was left as it is'],
  },
]
