import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cellsOf } from './model/cells.ts'
import { contentOf, isContent } from './model/content.ts'
import { drawn, formOf, poolOf } from './model/draw.ts'
import type { Section } from './model/paper.ts'
import { readPasted } from './model/paste.ts'
import { testQuestion, testQuestionVersion } from './model/question.ts'
import { likeness, mayBeAlike, normalStem } from './model/stem.ts'
import { ok, ruleOf, type TestSchool, testSchool } from './testing.ts'

let s: TestSchool
beforeAll(async () => {
  s = await testSchool()
})
afterAll(() => s.close())
const add = (more: object, who = s.officer) =>
  who.post<{ id: string; version: number }>('test/testQuestion/add', {
    bankId: s.bankId,
    no: 'X1',
    type: 'single',
    stem: '新题',
    options: '甲\n乙',
    answer: 'A',
    score: 1,
    difficulty: 3,
    ...more,
  })
const rowsOf = (bankId: string) => s.db.unscoped(testQuestion).all({ bankId }, { sort: ['no'] })

describe('questions', () => {
  it.each([
    [{ answer: 'C' }, 'notAmong', { answer: 'C' }],
    [{ answer: 'AB' }, 'oneAnswer', { n: 2 }],
    [{ type: 'multi', answer: 'A' }, 'severalAnswers', { n: 1 }],
    [{ options: '甲' }, 'options', { n: 1 }],
    [{ answer: null }, 'answer', {}],
    [{ type: 'judge', options: null, answer: '也许' }, 'judged', { answer: '也许' }],
    [{ type: 'order', answer: 'A' }, 'wholeOrder', { n: 2 }],
    [{ type: 'match', options: '甲|乙\n丙' }, 'pairs', { n: 2 }],
    [{ type: 'blank', options: null, answer: '三米', tolerance: 0.5 }, 'number', { answer: '三米' }],
  ])('60 §5 refuse bad input and say what is wrong: %o', async (more, rule, values) => {
    const refused = await add(more)
    expect([ruleOf(refused), refused.errors[0]?.values]).toEqual([rule, values])
  })
  it('are not kept twice in a bank, however the same question is written', async () => {
    const { no } = (await rowsOf(s.bankId)).find(one => one.type === 'judge') ?? { no: '' }
    const refused = await add({ no: 'X2', type: 'judge', options: null, answer: '对', stem: ` 第 ${no} 条安全规定，必须遵守！` })
    expect([ruleOf(refused), refused.errors[0]?.values]).toEqual(['same', { no }])
  })
  it('are reviewed by a second person, whose version is drawn; a later change is a draft again', async () => {
    const { id, version } = ok(await add({ no: 'X3', stem: '须另一位审的题' }))
    const own = await s.officer.post('test/testQuestion/review', { ids: [id] })
    expect(ruleOf(own)).toBe('ownWork')
    ok(await s.reviewer.post('test/testQuestion/review', { ids: [id] }))
    expect(ruleOf(await s.reviewer.post('test/testQuestion/review', { ids: [id] }))).toBe('state')
    const reviewed = await s.db.unscoped(testQuestion).one(id)
    expect([reviewed.state, reviewed.versionNo, reviewed.reviewedBy]).toEqual(['reviewed', 1, s.reviewer.userId])
    ok(await s.officer.post('test/testQuestion/update', { id, version: version + 1, stem: '改过的题' }))
    expect((await s.db.unscoped(testQuestion).one(id)).state).toBe('draft')
    const versions = await s.db.unscoped(testQuestionVersion).all({ questionId: id })
    expect(versions.map(v => v.content?.stem)).toEqual(['须另一位审的题'])
  })
  it('60-OT16 once reviewed or used are retired, never removed', async () => {
    const { id } = ok(await add({ no: 'X4', stem: '要停用的题' }))
    ok(await s.reviewer.post('test/testQuestion/review', { ids: [id] }))
    await s.officer.post('test/testQuestion/remove', { ids: [id] })
    expect((await s.db.unscoped(testQuestion).one(id)).state).toBe('reviewed')
    ok(await s.officer.post('test/testQuestion/retire', { ids: [id] }))
    expect((await s.db.unscoped(testQuestion).one(id)).state).toBe('retired')
    const draft = ok(await add({ no: 'X5', stem: '还没有审的题' }))
    ok(await s.officer.post('test/testQuestion/remove', { ids: [draft.id] }))
    expect(await s.db.unscoped(testQuestion).count({ id: draft.id })).toBe(0)
  })
  it('of a bank with editors are written and reviewed by these only', async () => {
    const bank = ok(await s.officer.post<{ id: string }>('test/questionBank/add', { code: 'EDIT', name: '有编辑的题库', category: 'other', editorIds: [s.fdy.userId] }))
    const refused = await add({ bankId: bank.id }, s.reviewer)
    expect([ruleOf(refused), refused.errors[0]?.values]).toEqual(['notEditor', { name: '有编辑的题库' }])
    ok(await add({ bankId: bank.id }))
  })
})
describe('pasted text', () => {
  const TEXT =
    '一、单选题\n1. 火警电话是\nA. 110 B. 119 C. 120\n答案:B 解析:119 是火警。\n2．下列哪些是易燃物\nA、汽油\nB、酒精\nC、水\n答案：AB\n3. 宿舍可以用电炉。\n答案:错\n4. 火警电话是____。\n答案:119|一一九\n难度:2\n5. 谈谈逃生要点。\n答案:低姿，捂口鼻，\n走安全出口。'
  it('is read with options on one line or on several, answers, explanations and difficulty', () => {
    const read = readPasted(TEXT)
    expect(read.map(q => [q.no, q.type, q.answer])).toEqual([
      ['1', 'single', 'B'],
      ['2', 'multi', 'AB'],
      ['3', 'judge', '错'],
      ['4', 'blank', '119|一一九'],
      ['5', 'short', '低姿，捂口鼻，\n走安全出口。'],
    ])
    expect([read[0]?.options, read[0]?.explanation, read[3]?.difficulty]).toEqual(['110\n119\n120', '119 是火警。', 2])
  })
  it('is taken whole or not at all, shows what is alike, and twice the same changes nothing', async () => {
    const { id: bankId } = ok(await s.officer.post<{ id: string }>('test/questionBank/add', { code: 'PASTE', name: '粘贴', category: 'safety' }))
    const paste = (text: string, isTrial = false) =>
      s.officer.post<{ added: number; changed: number; exact: unknown[]; similar: Array<{ no: string; like: string }> }>('test/testQuestion/paste', { bankId, text, isTrial })
    expect(ok(await paste(TEXT, true))).toMatchObject({ added: 5, changed: 0 })
    expect(await rowsOf(bankId)).toEqual([])
    const wrong = await paste(`${TEXT}\n6. 没有答案的题\nA. 甲\nB. 乙`)
    expect([ruleOf(wrong), wrong.errors[0]?.values?.no]).toEqual(['wrong', '6'])
    expect(await rowsOf(bankId)).toEqual([])
    expect(ok(await paste(TEXT))).toMatchObject({ added: 5, changed: 0 })
    const before = await rowsOf(bankId)
    ok(await paste(TEXT))
    expect(await rowsOf(bankId)).toEqual(before)
    const same = await paste('9. 宿舍，可以用电炉！\n答案:错')
    expect([ruleOf(same), same.errors[0]?.values]).toEqual(['exact', { no: '9', like: '3' }])
    const near = ok(await paste('8. 宿舍里面一般来说可以使用大功率的电炉来烧水和煮饭吗请判断\n答案:错'))
    expect(near.similar).toEqual([])
    const alike = ok(await paste('7. 宿舍里面一般来说可以使用大功率的电炉来烧水和煮饭呢请判断\n答案:错', true))
    expect(alike.similar).toMatchObject([{ no: '7', like: '8' }])
    expect(ok(await s.officer.get<unknown[]>('test/testQuestion/alike', { bankId }))).toMatchObject([{ no: '1', like: '4', percent: 100 }])
  })
  it('60 §5 holds materials, whose questions belong to them, and are found again when the text is taken again', async () => {
    const { id: bankId } = ok(await s.officer.post<{ id: string }>('test/questionBank/add', { code: 'PASTED', name: '粘贴材料', category: 'safety' }))
    const text =
      '1. 火警电话是119。\n答案:对\n材料一：某宿舍夜里\n用电炉取暖，床帘起火。\n2. 起火的原因是\nA. 电炉 B. 吸烟\n答案:A\n3. 应当先救火还是先逃生？\n答案:先逃生\n【材料完】\n4. 报警要说清地点。\n答案:对'
    const paste = (more = '') => s.officer.post<{ added: number; exact: Array<{ no: string }> }>('test/testQuestion/paste', { bankId, text: text + more, isTrial: false })
    const read = readPasted(text)
    expect(read.map(q => [q.no, q.type, q.groupNo])).toEqual([
      ['1', 'judge', null],
      ['M2', 'group', null],
      ['2', 'single', 'M2'],
      ['3', 'short', 'M2'],
      ['4', 'judge', null],
    ])
    expect(read[1]?.stem).toBe('某宿舍夜里\n用电炉取暖，床帘起火。')
    expect(ok(await paste())).toMatchObject({ added: 5, exact: [] })
    const rows = await rowsOf(bankId)
    const material = rows.find(row => row.no === 'M2')
    expect(rows.map(row => [row.no, row.groupId, row.score])).toEqual([
      ['1', null, 1],
      ['2', material?.id, 1],
      ['3', material?.id, 1],
      ['4', null, 1],
      ['M2', null, 2],
    ])
    expect(ok(await paste())).toMatchObject({ added: 0 })
    expect(await rowsOf(bankId)).toEqual(rows)
    const lacking = await paste('\n材料：没有小题的材料')
    expect([ruleOf(lacking), lacking.errors[0]?.values?.why]).toEqual(['wrong', '材料要有文字和小题'])
  })
  it('is alike by pairs of characters, not by width, case or punctuation', () => {
    expect(likeness(normalStem('ＨＴＴＰ 的端口，是？'), normalStem('http的端口是'))).toBe(1)
    expect(likeness('甲乙丙丁', '戊己庚辛')).toBe(0)
    expect([mayBeAlike('a'.repeat(100), 'a'.repeat(95), 0.9), mayBeAlike('a'.repeat(100), 'a'.repeat(20), 0.9)]).toEqual([true, false])
  })
})
describe('60-OT1 a paper', () => {
  const build = async (section: object, more: object = {}) => {
    const { id, version } = ok(await s.officer.post<{ id: string; version: number }>('test/testPaper/add', { name: '试卷', ...more }))
    ok(await s.officer.post('test/testPaper/saveSections', { id, version, sections: [s.section(section)] }))
    return id
  }
  const publish = (id: string) => s.officer.post('test/testPaper/publish', { id })
  it('of each candidate needs three times the questions in each cell; a lack names the cell and both numbers', async () => {
    const id = await build({ count: 4 })
    const refused = await publish(id)
    expect([ruleOf(refused), refused.errors[0]?.values]).toMatchObject(['lacking', { section: '判断', needed: 4, available: 10 }])
    expect(refused.msg).toBe('“判断”：需要 4 题，至少要有 12 题，可用的只有 10 题')
    const shown = ok(await s.officer.get<{ cells: object[]; problems: Array<{ text: string }> }>('test/testPaper/sections', { id }))
    expect([shown.cells, shown.problems.map(p => p.text)]).toEqual([[{ section: 0, difficulty: null, needed: 4, least: 12, available: 10 }], [refused.msg]])
    await s.db.updateWhere(testQuestion, { bankId: s.bankId, type: 'judge' }, { p: 0.75 }, { history: false })
    expect(ok(await s.officer.get('test/testPaper/sections', { id }))).toMatchObject({ expected: { mean: 3, needed: 4, unknown: 0 } })
    ok(await publish(await build({ count: 4 }, { mode: 'randomOnce' })))
    const hard = await publish(await build({ count: 2, spread: [0, 0, 0, 0, 2] }))
    expect([ruleOf(hard), hard.errors[0]?.values?.available]).toEqual(['lacking', 0])
    expect(ruleOf(await publish(await build({ count: 3, spread: [0, 0, 2, 0, 0] })))).toBe('spread')
  })
  it('draws only what was reviewed, what must be there, and exactly that where it is fixed', async () => {
    const draft = ok(await add({ no: 'X9', type: 'judge', options: null, answer: '对', stem: '没有审过的判断' }))
    expect(ruleOf(await publish(await build({ mustIds: [draft.id] })))).toBe('must')
    const [one] = (await rowsOf(s.bankId)).filter(q => q.type === 'judge' && q.state === 'reviewed')
    expect(ruleOf(await publish(await build({ mustIds: [one?.id] }, { mode: 'fixed' })))).toBe('fixed')
    ok(await publish(await build({ count: 1, mustIds: [one?.id] }, { mode: 'fixed' })))
  })
  it('is not changed once it is published, but copied', async () => {
    const id = await build({ count: 2 })
    ok(await publish(id))
    expect(ruleOf(await s.officer.post('test/testPaper/saveSections', { id, version: 3, sections: [] }))).toBe('state')
    const copy = ok(await s.officer.post<{ id: string }>('test/testPaper/copy', { id, name: '又一份' }))
    ok(await publish(copy.id))
  })
})
describe('60-OT2 a draw', () => {
  const section = (more: Partial<Section> = {}): Section => ({
    title: '一',
    type: 'single',
    count: 3,
    scoreEach: 2,
    bankIds: ['b'],
    topics: null,
    spread: null,
    mustIds: null,
    ...more,
  })
  const all = Array.from({ length: 12 }, (_, i) => ({
    questionId: `q${i}`,
    versionId: `v${i}`,
    bankId: 'b',
    type: 'single' as const,
    topics: i < 6 ? ['fire'] : ['law'],
    difficulty: 1 + (i % 3),
    options: 4,
    rights: 0,
  }))
  it('is the same for the same seed, holds what it must, and no question twice', () => {
    const pool = poolOf([section({ mustIds: ['q5'] }), section({ topics: ['fire'] })], all)
    const forms = [1, 1, 2, 3].map(seed => formOf(pool, seed, { shuffleQuestions: true, shuffleOptions: true }))
    expect(forms[0]).toEqual(forms[1])
    expect(forms[0]).not.toEqual(forms[2])
    for (const { items } of forms) {
      expect([items.length, new Set(items.map(i => i.q)).size, items.some(i => i.q === 'q5' && i.s === 0)]).toEqual([6, 6, true])
      const keys = items.flatMap(i => i.o.map(([key]) => key))
      expect([
        new Set(keys).size,
        items.every(
          i =>
            i.o
              .map(([, at]) => at)
              .sort()
              .join('') === '0123',
        ),
      ]).toEqual([24, true])
    }
  })
  it('keeps to the numbers of each difficulty, and what others may take does not count as there', () => {
    const pool = poolOf([section({ spread: [2, 1, 0, 0, 0] })], all)
    for (const seed of [1, 2, 3, 4, 5])
      expect(
        drawn(pool, seed)[0]
          ?.map(one => one.d)
          .sort(),
      ).toEqual([1, 1, 2])
    const cells = cellsOf([section({ count: 5 }), section({ topics: ['fire'], count: 2 })], all, 1)
    expect(cells.map(c => c.available)).toEqual([10, 1])
  })
  it('knows a question by what it is asked with', () => {
    const made = contentOf({ type: 'multi', stem: ' 哪些 ', options: 'A. 甲\nB. 乙\nC. 丙', answer: 'c、a' })
    expect(isContent(made) && [made.options, made.picks]).toEqual([
      ['甲', '乙', '丙'],
      [0, 2],
    ])
  })
})
