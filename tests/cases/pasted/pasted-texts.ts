/** What programs put on the clipboard, and what of it the editor, the page, the feed and the mail show (`linesOf`). */
interface PastedText {
  readonly program: string
  readonly html?: string
  readonly text?: string
  readonly lines: readonly string[]
}

const wordItem = (level: number, marker: string, text: string) =>
  `<p class=MsoListParagraphCxSpMiddle style='margin-left:${36 * level}.0pt;mso-add-space:auto;text-indent:-18.0pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span lang=EN-GB style='font-family:Symbol;mso-fareast-font-family:Symbol'><span style='mso-list:Ignore'>${marker}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp; </span></span></span><![endif]><span lang=EN-GB>${text}<o:p></o:p></span></p>`

const WORD = `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word" xmlns="http://www.w3.org/TR/REC-html40"><head><meta name=Generator content="Microsoft Word 15"><!--[if gte mso 9]><xml><w:WordDocument><w:View>Normal</w:View></w:WordDocument></xml><![endif]--><style><!-- p.MsoNormal {margin:0cm; font-size:12.0pt} @list l0:level1 {mso-level-text:"%1."} --></style></head>
<body lang=EN-GB style='tab-interval:36.0pt;word-wrap:break-word'><!--StartFragment-->
<h1>The night<o:p></o:p></h1>
<p class=MsoNormal>She slept<span style='mso-spacerun:yes'>&nbsp;&nbsp; </span>at <b style='mso-bidi-font-weight:normal'>four</b>.<br>
At five she woke.<o:p></o:p></p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
${wordItem(1, '1.', 'Look at her')}
${wordItem(1, '2.', 'Count')}
${wordItem(2, 'a.', 'breaths')}
${wordItem(2, 'b.', 'drops')}
<p class=MsoNormal>Then, after ten minutes<a style='mso-footnote-id:ftn1' href="#_ftn1" name="_ftnref1" title=""><span class=MsoFootnoteReference><sup>[1]</sup></span></a>,<a href="#_ftn2" name="_ftnref2">[2]</a><o:p></o:p></p>
${wordItem(1, '3.', 'Ring <a href="tel:112">112</a>')}
${wordItem(1, '·', 'Or the ward')}
<div style='mso-element:footnote-list'><hr align=left size=1 width="33%"><div style='mso-element:footnote' id=ftn1><p class=MsoFootnoteText><a style='mso-footnote-id:ftn1' href="#_ftnref1" name="_ftn1" title="">[1]</a> Not earlier.<o:p></o:p></p></div></div>
<!--EndFragment--></body></html>`

const onlineItem = (list: 'ol' | 'ul', { level, start = 1 }: { level: number; start?: number }, text: string) =>
  `<div class="ListContainerWrapper SCXW1 BCX0" style="margin:0px;position:relative"><${list} class="${list === 'ol' ? 'Number' : 'Bullet'}ListStyle1 SCXW1 BCX0" role="list"${list === 'ol' ? ` start="${start}"` : ''} style="list-style-type:decimal"><li aria-setsize="-1" data-leveltext="%1." data-font="" data-listid="1" data-list-defn-props="{}" data-aria-posinset="${start}" data-aria-level="${level}" role="listitem" class="OutlineElement Ltr SCXW1 BCX0"><p class="Paragraph SCXW1 BCX0" style="margin:0px"><span data-contrast="auto" class="TextRun SCXW1 BCX0"><span class="NormalTextRun SCXW1 BCX0">${text}</span></span><span class="EOP SCXW1 BCX0" data-ccp-props="{}">&nbsp;</span></p></li></${list}></div>`

const onlineText = (html: string) =>
  `<div class="OutlineElement Ltr SCXW1 BCX0"><p class="Paragraph SCXW1 BCX0" style="margin:0px"><span class="TextRun SCXW1 BCX0">${html}</span><span class="EOP SCXW1 BCX0">&nbsp;</span></p></div>`

const WORD_ONLINE = `<meta charset="utf-8">${onlineText('Bring')}${onlineItem('ul', { level: 1 }, 'the pump')}${onlineItem('ul', { level: 2 }, 'its cable')}${onlineItem('ul', { level: 1 }, 'the bag')}${onlineText('')}${onlineText('In this order')}${onlineItem('ol', { level: 1 }, 'Look')}${onlineItem('ol', { level: 2 }, 'at her')}${onlineItem('ol', { level: 2, start: 2 }, 'at the clock')}${onlineItem('ol', { level: 1, start: 2 }, 'Count')}${onlineText('and then')}${onlineItem('ol', { level: 1, start: 3 }, 'Ring')}`

const docsText = (html: string) =>
  `<p dir="ltr" style="line-height:1.38;margin-top:0pt;margin-bottom:0pt;"><span style="font-size:11pt;font-family:Arial,sans-serif;font-weight:400;white-space:pre;white-space:pre-wrap;">${html}</span></p>`
const docsItem = (level: number, html: string) =>
  `<li dir="ltr" style="list-style-type:decimal;font-weight:400;white-space:pre" aria-level="${level}"><p dir="ltr" style="margin:0pt" role="presentation"><span style="font-weight:400;white-space:pre-wrap">${html}</span></p></li>`

const GOOGLE_DOCS = `<meta charset='utf-8'><meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-5c1f0b1e-7fff-1111-2222-333344445555">${docsText('A poem   of Mia<sup>')}<br />${docsText('Roses,<br />   violets')}<ol style="margin-top:0;padding-inline-start:48px;">${docsItem(1, 'one')}<ol>${docsItem(2, 'one and a half')}</ol>${docsItem(1, 'two')}</ol>${docsText('between')}<ol start="3">${docsItem(1, '<a href="https://example.org/three" style="text-decoration:none"><span style="text-decoration:underline">three</span></a>')}</ol><br /><br />${docsText('</span><span style="font-weight:700">End')}</b><br class="Apple-interchange-newline">`

const WHATSAPP = `<html><body><!--StartFragment--><div class="copyable-text" data-pre-plain-text="[19:02, 28/11/2026] Rose: "><div class="_akbu"><span dir="ltr" class="_ao3e selectable-text copyable-text" style="white-space: pre-wrap;"><span>She laughed <img crossorigin="anonymous" src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7" alt="😂" draggable="false" class="b75 emoji wa" data-plain-text="😂" style="background-position: -40px 0px;"><img src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7" alt="👩‍👧" class="b20 emoji wa">
twice!

And slept.</span></span></div></div><!--EndFragment--></body></html>`

const APPLE_NOTES = `<!DOCTYPE html PUBLIC "-//W3C//DTD HTML 4.01//EN" "http://www.w3.org/TR/html4/strict.dtd"><html><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8"><meta name="Generator" content="Cocoa HTML Writer"><style type="text/css">p.p1 {margin: 0.0px} p.p2 {margin: 0.0px; min-height: 13.8px} ul.ul1 {list-style-type: disc}</style></head><body><p class="p1"><b>For the hospital</b><span class="Apple-converted-space">&nbsp;</span></p><p class="p2"><br></p><p class="p2"><br></p><ul class="ul1"><li class="li1"><span class="s1"></span>pump</li><ul class="ul1"><li class="li1">cable</li></ul><li class="li1">bag</li></ul><p class="p1">Two<span class="Apple-converted-space">&nbsp; </span>blanks<span class="Apple-tab-span" style="white-space:pre">	</span>and a tab</p></body></html>`

const GMAIL = `<div dir="ltr">Dear all,<div><br></div><div>she is <i>home</i>. <img data-emoji="🎉" class="an1" alt="🎉" aria-label="🎉" draggable="false" src="https://fonts.gstatic.com/s/e/notoemoji/15.0/1f389/72.png" loading="lazy"></div><div><br></div><div><br></div><div>See <a href="https://example.org/ward?a=1&amp;b=2" target="_blank">the ward</a>.<br></div><ol><li>Tea</li><li style="margin-left:15px">Sleep</li></ol><blockquote class="gmail_quote" style="margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204);padding-left:1ex"><div dir="ltr">How is she?<br>Ruth</div></blockquote></div><br class="Apple-interchange-newline">`

const EXCEL = `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:x="urn:schemas-microsoft-com:office:excel" xmlns="http://www.w3.org/TR/REC-html40"><head><meta name=ProgId content=Excel.Sheet><style><!-- .xl65 {mso-number-format:"Short Date"} --></style></head><body link="#0563C1"><table border=0 cellpadding=0 cellspacing=0 width=192 style='border-collapse:collapse;width:144pt'><!--StartFragment--><col width=64 span=3 style='width:48pt'><tr height=20 style='height:15.0pt'><td height=20 class=xl65 width=64 style='height:15.0pt'>Day</td><td class=xl65 width=64>ml</td><td class=xl65></td></tr><tr height=20><td height=20 class=xl66 align=right>28/11/2026</td><td align=right x:num="1.5">1.5</td><td><a href="https://example.org/plan">plan</a></td></tr><!--EndFragment--></table></body></html>`

const SLACK = `<meta charset='utf-8'><span style="font-size: 15px; display: inline !important;">Good news </span><span class="c-emoji" data-qa="emoji" style="width: 22px"><img src="https://a.slack-edge.com/production-standard-emoji-assets/14.0/apple-medium/1f389.png" aria-label="tada emoji" alt=":tada:" data-stringify-type="emoji" data-stringify-emoji=":tada:"></span><ul data-stringify-type="unordered-list" class="p-rich_text_list" data-indent="0"><li data-stringify-indent="0">one</li></ul>`

const POEM = 'Roses are red,\r\n  violets   are blue.\r\n\r\nSugar is sweet,\r\n\tand so\r\n\r\n\r\nare you.'

export const PASTED_TEXTS: readonly PastedText[] = [
  {
    program: 'Word',
    html: WORD,
    lines: [
      '# The night',
      'She slept   at four.',
      'At five she woke.',
      '',
      '1. Look at her',
      '2. Count',
      '    1. breaths',
      '    2. drops',
      'Then, after ten minutes[[1]](#fn-1),[2]',
      '3. Ring [112](tel:112)',
      '• Or the ward',
      '[[1]](#fnref-1) Not earlier.',
    ],
  },
  {
    program: 'Word in the browser',
    html: WORD_ONLINE,
    lines: [
      'Bring',
      '• the pump',
      '    • its cable',
      '• the bag',
      '',
      'In this order',
      '1. Look',
      '    1. at her',
      '    2. at the clock',
      '2. Count',
      'and then',
      '3. Ring',
    ],
  },
  {
    program: 'Google Docs',
    html: GOOGLE_DOCS,
    lines: [
      'A poem   of Mia',
      '',
      'Roses,',
      '   violets',
      '1. one',
      '    1. one and a half',
      '2. two',
      'between',
      '3. [three](https://example.org/three)',
      '',
      '',
      'End',
    ],
  },
  { program: 'WhatsApp Web', html: WHATSAPP, lines: ['She laughed 😂👩‍👧', 'twice!', '', 'And slept.'] },
  {
    program: 'Apple Notes',
    html: APPLE_NOTES,
    lines: ['For the hospital', '', '', '• pump', '    • cable', '• bag', 'Two  blanks    and a tab'],
  },
  {
    program: 'Gmail',
    html: GMAIL,
    lines: [
      'Dear all,',
      '',
      'she is home. 🎉',
      '',
      '',
      'See [the ward](https://example.org/ward?a=1&b=2).',
      '1. Tea',
      '2. Sleep',
      'How is she?',
      'Ruth',
    ],
  },
  { program: 'Excel', html: EXCEL, lines: ['| Day', '| ml', '| 28/11/2026', '| 1.5', '| [plan](https://example.org/plan)'] },
  { program: 'Slack', html: SLACK, lines: ['Good news 🎉', '• one'] },
  {
    program: 'a program of plain text',
    text: POEM,
    lines: ['Roses are red,', '  violets   are blue.', 'Sugar is sweet,', '    and so', '', 'are you.'],
  },
]

/** What a mail shows of lines: no headings, no tables, and links as words. */
export const linesOfMail = (lines: readonly string[]): string[] =>
  lines.filter((line) => !/^[#|] /.test(line)).map((line) => line.replace(/\[((?:\[\d+\]|[^\][])+)\]\([^)]+\)/g, '$1'))
