import { beforeAll, expect, it } from 'vitest'
import { listPosts } from '#posts/contract/posts.endpoints.ts'
import { onEachEngine, useTestApp } from '#tests/support/engines.ts'
import { TEST_TIME } from '#tests/support/test-app.ts'
import { rebuildIndex } from './rebuild-index.ts'

interface Language {
  readonly text: string
  /** Searches that find the text. */
  readonly finds: readonly string[]
  /** Searches that do not. */
  readonly misses: readonly string[]
  /** A misspelt word, and what was meant. Wrong characters of Chinese and Thai split a word, so they get no suggestion. */
  readonly meant?: readonly [string, string]
}

const LANGUAGES: Readonly<Record<string, Language>> = {
  English: {
    text: 'Her follow-up at the children’s hospital: 10mg of baclofen, 0.5 ml of the other. She doesn’t mind walking for 10 minutes.',
    finds: ['followup', 'follow up', 'hospitals', 'childrens', 'doesnt', '10 mg', '0,5 ml', '10 min'],
    misses: ['10 ml', '5 ml', 'pital', '100 mg'],
    meant: ['baclofne', 'baclofen'],
  },
  German: {
    text: 'Im Kinder\u00ADkrankenhaus war die Größe der Spritze falsch: 2,5 mg statt 25 mg. Die Weißenburger Straße, unsere E-Mail.',
    finds: ['Kinderkrankenhaus', 'GRÖSSE', 'grosse', 'grö\u200Bße', '2.5mg', '25mg', 'STRASSE', 'Email'],
    misses: ['Krankenhaus', '5 mg', 'Straßen', 'Spritzen Größe'],
    meant: ['Spirtze', 'Spritze'],
  },
  French: {
    text: 'Nous sommes à l’hôpital aujourd’hui. D’accord, son cœur bat; l\u2019été fut long. Rendez-vous lundi.',
    finds: ['hopital', 'hôpital', 'l’hôpital', 'accord', 'aujourdhui', 'coeur', 'ete', 'vous lundi'],
    misses: ['pital', 'cour', 'étage', 'demain'],
    meant: ['hopitla', 'hôpital'],
  },
  Italian: {
    text: "Siamo all’ospedale con l'ambulanza. Com’è andata? Perché un'altra notte, dell’acqua e lo sciroppo.",
    finds: ['ospedale', 'dell’ospedale', 'ambulanza', 'perche', 'altra notte', 'acqua', 'ACQUA', 'all’ospedale'],
    misses: ['pedale', 'alto', 'ambulanze', 'acquario'],
    meant: ['ospedlae', 'ospedale'],
  },
  Spanish: {
    text: '¿Qué tal? La niña durmió; mañana el médico del corazón, a las 10 h. El pingüino la espera.',
    finds: ['nina', 'NIÑA', 'manana', 'corazon', 'medico', '10h', 'que', 'pinguino'],
    misses: ['nino', 'razon', '10 min', 'manos'],
    meant: ['corazno', 'corazón'],
  },
  Turkish: {
    text: 'İSTANBUL’da hastanedeyiz, IŞIK söndü. Çocuğun ilacı 5 ml şurup. Ankara’dan ılık bir rüzgâr.',
    finds: ['istanbul', 'İstanbul', 'ışık', 'isik', 'cocugun', '5ml', 'Ankara ilacı', 'ILIK'],
    misses: ['bul', '10 ml', 'hastane Ankara', 'kışık'],
    meant: ['hastanedeyzi', 'hastanedeyiz'],
  },
  Polish: {
    text: 'W Łodzi żółta karetka przyjechała o świcie, mały śpi. Ból głowy, ćwierć tabletki.',
    finds: ['lodzi', 'Łodzi', 'zolta', 'ŻÓŁTA', 'swicie', 'maly', 'bol glowy', 'cwierc'],
    misses: ['żółty', 'etka', 'śpiew', 'głow ból'],
    meant: ['karteka', 'karetka'],
  },
  Danish: {
    text: 'Søren spiste æbler på øen. Vi blev på sygehuset i Århus, træt og glad; lægen smilede.',
    finds: ['soren', 'SØREN', 'aebler', 'æbler', 'arhus', 'sygehus', 'traet', 'laegen'],
    misses: ['huset', 'søster', 'træ glad', 'læse'],
    meant: ['sygehuste', 'sygehuset'],
  },
  Arabic: {
    text: 'ذَهَبْنا إلى المُسْتَشْفى مع أُمّي، وقالت المدرســـة: الجرعة ١٠ حبات.',
    finds: ['مستشفى', 'المستشفي', 'بالمستشفى', 'ذهبنا', 'امي', 'مدرسه', 'الي', '10'],
    misses: ['شفى', 'مدرس الجرعة', 'أبي', '11'],
    meant: ['المستفشى', 'المُسْتَشْفى'],
  },
  Hebrew: {
    text: 'הָיִינוּ בבית החולים כל הלילה. רופא צה״ל אמר: משפחה חזקה, וניסע הביתה.',
    finds: ['היינו', 'בית חולים', 'בית החולים', 'לילה', 'צהל', 'צה"ל', 'מִשְׁפָּחָה', 'ניסע'],
    misses: ['חולה', 'בתים', 'לוח', 'אמא'],
    meant: ['משחפה', 'משפחה'],
  },
  Ukrainian: {
    text: 'Ми їдемо до лікарні, здоров’я краще. Ґудзик загубили; 10 мл сиропу, ще й п’ять хвилин.',
    finds: ['ЛІКАРНІ', "здоров'я", 'здоровʼя', 'здоровя', 'гудзик', 'ґудзик', '10мл', 'пять'],
    misses: ['карні', '100 мл', 'здоровий', 'їде сиропу'],
    meant: ['лікранні', 'лікарні'],
  },
  Japanese: {
    text: '病院の夜に娘が熱を出しました。東京都でﾋﾞﾀﾐﾝと薬を飲んだ。コンピューターは１２３。',
    finds: ['病院', '娘', '熱', '病院の夜', 'ビタミン', '飲む', '薬を飲んだ', '123'],
    misses: ['京都', '院', '熱心', 'ミン'],
    meant: ['コンピーュター', 'コンピューター'],
  },
  Chinese: {
    text: '今天我们去医院看医生，小明发烧了。他吃了药，在儿童病房睡着了。',
    finds: ['医院', '医生', '发烧', '我们', '去医院', '小明', '儿童', '病房 药'],
    misses: ['院看', '明天', '学生', '天我'],
  },
  Thai: {
    text: 'เมื่อวานเราไปโรงพยาบาล ลูกมีไข้สูง กินยา ๑๐ เม็ด แล้วนอนหลับ',
    finds: ['โรงพยาบาล', 'ไปโรงพยาบาล', 'ลูก', 'ไข้', 'เมื่อวาน', 'กินยา', '10', 'นอนหลับ'],
    misses: ['ยาย', 'บาล', 'แม่', '11'],
  },
  Korean: {
    text: '어젯밤에 병원에서 딸이 열이 났어요. 약을 10㎎ 먹였고 아침까지 잤다.',
    finds: ['병원', '병원은', '병원 약', '딸', '열', '10 mg', '아침', '어젯밤'],
    misses: ['원에서', '10 ml', '변', '어제'],
    meant: ['병언에서', '병원에서'],
  },
}

const each = Object.entries(LANGUAGES)

onEachEngine('A search in', (engine) => {
  const blog = useTestApp(engine)
  const search = (searchTerm: string) =>
    blog()
      .visitor()
      .call(listPosts, { query: { searchTerm, limit: 100 } })
  const isFound = async (title: string, term: string) => (await search(term)).posts.some((post) => post.title === title)
  const asPairs = async (title: string, terms: readonly string[]) =>
    Object.fromEntries(await Promise.all(terms.map(async (term) => [term, await isFound(title, term)] as const)))
  const all = (terms: readonly string[], value: boolean) => Object.fromEntries(terms.map((term) => [term, value]))

  beforeAll(async () => {
    const { db } = blog()
    const fields = { kind: 'post', state: 'published', audience: 'public', category: 'life', updated_at: TEST_TIME } as const
    const rows = each.map(([title, { text }], index) => ({
      ...fields,
      id: `id-${index}`,
      slug: `post-${index}`,
      title,
      content: `<p>${text}</p>`,
      created_at: TEST_TIME + index,
    }))
    await db.insertInto('posts').values(rows).execute()
    await rebuildIndex(db, blog().logger)
  })

  it.each(each)('%s finds what a reader means, and nothing else', async (title, { finds, misses }) => {
    expect([finds.length, misses.length]).toEqual([8, 4])
    expect({ finds: await asPairs(title, finds), misses: await asPairs(title, misses) }).toEqual({
      finds: all(finds, true),
      misses: all(misses, false),
    })
  })

  it.each(each.flatMap(([title, { meant }]) => (meant ? [[title, ...meant] as const] : [])))(
    '%s offers for %s what was meant: %s',
    async (_, typed, meant) => {
      expect((await search(typed)).suggestions?.[0]).toBe(meant)
    },
  )
})
