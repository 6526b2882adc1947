import type { GhostTexts } from '#import-export/server/readers/ghost/ghost-body.ts'
import type { MarkupFixture } from './fixture.ts'

/** Parts of a Ghost post other than rendered cards. */
export const GHOST_POSTS: readonly MarkupFixture<GhostTexts>[] = [
  {
    name: 'Excerpt',
    source: { html: '<p>It was late.</p>', custom_excerpt: 'How we slept at last' },
    html: '<p>How we slept at last</p><p>It was late.</p>',
  },
  {
    name: 'Excerpt that the text begins with',
    source: { html: '<p>How we slept at last, and why.</p>', custom_excerpt: 'How we slept at last' },
    html: '<p>How we slept at last, and why.</p>',
  },
  {
    name: 'Text that was never rendered (lexical)',
    source: {
      lexical:
        '{"root":{"type":"root","children":[{"type":"extended-heading","tag":"h2","children":[{"type":"extended-text","text":"The plan","format":0,"version":1}]},{"type":"paragraph","children":[{"type":"extended-text","text":"A ","format":0,"version":1},{"type":"extended-text","text":"quiet","format":3,"version":1},{"type":"extended-text","text":" night, ","format":0,"version":1},{"type":"link","url":"https://other.example/","children":[{"type":"extended-text","text":"here","format":0,"version":1}]},{"type":"linebreak"},{"type":"extended-text","text":"x < y","format":16,"version":1}]},{"type":"list","listType":"number","children":[{"type":"listitem","children":[{"type":"extended-text","text":"sleep","format":0,"version":1}]}]},{"type":"extended-quote","children":[{"type":"extended-text","text":"One voice","format":0,"version":1}]},{"type":"aside","children":[{"type":"extended-text","text":"Another","format":0,"version":1}]},{"type":"image","src":"__GHOST_URL__/content/images/2024/05/cot.jpg","alt":"Cot","caption":"Her cot"},{"type":"horizontalrule"}]}}',
    },
    html: '<h2>The plan</h2><p>A <em><strong>quiet</strong></em> night, <a href="https://other.example/" rel="noopener noreferrer">here</a><br><code>x &lt; y</code></p><ol><li>sleep</li></ol><blockquote><p>One voice</p></blockquote><blockquote class="callout"><p>Another</p></blockquote><figure><img src="/files/AAAAAAAAAAAAAAAA/1700000000000-cot.jpg" alt="Cot"><figcaption>Her cot</figcaption></figure><hr>',
  },
  {
    name: 'Cards that were never rendered',
    source: {
      lexical:
        '{"root":{"type":"root","children":[{"type":"callout","calloutEmoji":"💡","calloutText":"Pack the <b>charger</b>."},{"type":"toggle","heading":"Who visits?","content":"<p>Grandma.</p>"},{"type":"bookmark","url":"https://other.example/read","metadata":{"title":"Worth reading","description":"On feeding"}},{"type":"codeblock","code":"a < b","caption":"Odd"},{"type":"markdown","markdown":"In *short*"},{"type":"gallery","images":[{"src":"__GHOST_URL__/content/images/2024/05/a.jpg"},{"src":"__GHOST_URL__/content/images/2024/05/b.jpg"}],"caption":"Two"},{"type":"button","buttonUrl":"https://other.example/","buttonText":"Go on"},{"type":"file","src":"__GHOST_URL__/content/files/2024/05/plan.pdf","fileTitle":"Care plan"},{"type":"video","src":"__GHOST_URL__/content/media/2024/05/s.mp4","caption":"Steps"},{"type":"html","html":"<p>By hand</p>"},{"type":"embed","url":"https://other.example/talk"},{"type":"paywall"}]}}',
    },
    html: '<blockquote class="callout"><p>💡 Pack the <b>charger</b>.</p></blockquote><details><summary>Who visits?</summary><p>Grandma.</p></details><p><a href="https://other.example/read" rel="noopener noreferrer">Worth reading</a></p><p>On feeding</p><pre><code>a &lt; b</code></pre><p>Odd</p><p>In <em>short</em></p><figure><img src="/files/AAAAAAAAAAAAAAAA/1700000000000-a.jpg" alt=""></figure><figure><img src="/files/AAAAAAAAAAAAAAAA/1700000000000-b.jpg" alt=""></figure><p>Two</p><p><a href="https://other.example/" rel="noopener noreferrer">Go on</a></p><p><a href="/files/AAAAAAAAAAAAAAAA/1700000000000-plan.pdf">Care plan</a></p><figure><video controls="" src="/files/AAAAAAAAAAAAAAAA/1700000000000-s.mp4"></video><figcaption>Steps</figcaption></figure><p>By hand</p><p><a href="https://other.example/talk" rel="noopener noreferrer">https://other.example/talk</a></p>',
  },
  {
    name: 'Email and other cards that were never rendered',
    source: {
      lexical:
        '{"root":{"type":"root","children":[{"type":"paragraph","children":[{"type":"extended-text","text":"Hello.","format":0,"version":1}]},{"type":"email","html":"Hi, friend"},{"type":"product","productTitle":"Quiet pump"}]}}',
    },
    html: '<p>Hello.</p>',
    notes: ['markup: the card ‘email’ was left out: Hi, friend', 'markup: the card ‘product’ was left out: Quiet pump'],
  },
  {
    name: 'Text that was never rendered (mobiledoc)',
    source: {
      mobiledoc:
        '{"version":"0.3.1","markups":[["strong"],["a",["href","https://other.example/"]]],"atoms":[["soft-return","",{}]],"cards":[["image",{"src":"__GHOST_URL__/content/images/2024/05/cot.jpg","alt":"Cot"}],["email-cta",{"html":"Only mailed"}]],"sections":[[1,"h2",[[0,[],0,"The plan"]]],[1,"p",[[0,[0],1,"Quiet"],[0,[],0," night, "],[0,[1],1,"here"],[1,[],0,0],[0,[],0,"on"]]],[3,"ul",[[[0,[],0,"sleep"]]]],[1,"blockquote",[[0,[],0,"One voice"]]],[10,0],[10,1]]}',
    },
    html: '<h2>The plan</h2><p><strong>Quiet</strong> night, <a href="https://other.example/" rel="noopener noreferrer">here</a><br>on</p><ul><li>sleep</li></ul><blockquote><p>One voice</p></blockquote><figure><img src="/files/AAAAAAAAAAAAAAAA/1700000000000-cot.jpg" alt="Cot"></figure>',
    notes: ['markup: the card ‘email-cta’ was left out: Only mailed'],
  },
  {
    name: 'Text in no form that can be read',
    source: { lexical: '{broken' },
    html: '',
    notes: ['markup: its text is in a form that cannot be read; open and publish it once more in Ghost, then export again'],
  },
]
