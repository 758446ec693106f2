import { randomBytes } from 'node:crypto'
import { encode } from 'iconv-lite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#modules/campus/model/days.ts'
import { today } from '#server/base/today.ts'
import { dbase } from '#testing/dbase.ts'
import { upload } from '#testing/roster.ts'
import { rawWorkbook, textRows, zipped } from '#testing/workbook.ts'
import { type ReconSchool, reconSchool, YESTERDAY } from './testing.ts'

let s: ReconSchool
beforeAll(async () => {
  s = await reconSchool()
})
afterAll(() => s.close())
const MB = 1_048_576
type Provider = 'alipay' | 'wechat' | 'unionpay' | 'unified' | 'counter' | 'bankDebit'
const accountOf = async (provider: Provider, merchantNo: string): Promise<string> =>
  (
    await s.finance.post<{ id: string }>('fee/merchantAccount/add', {
      provider,
      name: `${provider} ${merchantNo}`,
      merchantNo,
      ...(provider === 'bankDebit' ? {} : { scenes: provider === 'counter' ? ['counter'] : ['h5'] }),
      mode: 'test',
    })
  ).data.id
const hand = async (merchantId: string, file: Buffer | string, name: string, bizDate = YESTERDAY) => {
  const { data } = await upload<{ fileId: string }>(s.finance, 'oss/oss/endpoint/put-file', Buffer.from(file as Buffer), name)
  return s.finance.post<{ id: string; diffCount: number }>('fee/reconDay/uploadStatement', { merchantId, bizDate, statement: [data.fileId] })
}
const ruleOf = (answer: { errors: Array<{ rule: string }> }) => answer.errors[0]?.rule
/** What a day's statement says, by the differences it makes of a school that has nothing of it. */
const rowsOf = async (dayId: string) =>
  (await s.diffsOf(dayId)).map(({ kind, flow, orderNo, refundNo, txnNo, theirAmount, theirFee }) => [kind, flow, orderNo, refundNo, txnNo, theirAmount, theirFee])
const gbk = (text: string): Buffer => encode(text, 'gbk')
const ALIPAY = [
  '#支付宝业务明细查询', // verbatim
  '#账号：[20880000000000010156]', // verbatim
  '支付宝交易号,商户订单号,业务类型,商品名称,创建时间,完成时间,门店编号,对方账户,订单金额（元）,服务费（元）,退款批次号/请求号', // verbatim
  `2026090122001\t,P1\t,交易,学费,${YESTERDAY} 08:00:00,${YESTERDAY} 08:00:30,,a@b,5500.00,-33.00,`, // verbatim
  `2026090122001\t,P1\t,退款,学费,${YESTERDAY} 09:00:00,${YESTERDAY} 09:10:00,,a@b,-1000.00,6.00,R1`, // verbatim
  '#交易合计：1笔', // verbatim
].join('\r\n')
const WECHAT = [
  '\uFEFF交易时间,公众账号ID,商户号,微信订单号,商户订单号,交易状态,订单金额,手续费,微信退款单号,商户退款单号,退款金额', // verbatim
  `\`${YESTERDAY} 08:00:30,\`wx1,\`1900000001,\`4200001,\`P2,\`SUCCESS,\`100.00,\`0.60,\`0,\`0,\`0.00`,
].join('\r\n')
const line = (cells: Record<number, string>) => [3, 11, 11, 6, 10, 19, 12, 4, 2, 21, 2, 32, 2, 6, 10, 13, 13, 4, 15, 2].map((w, n) => (cells[n] ?? '').padEnd(w)).join(' ')
const TABLE = [
  ['商户订单号', '交易流水号', '交易金额', '手续费', '交易时间', '交易类型', '商户号'], // verbatim
  ['POS-77', 'B1', '1,234.50', '0.00', `${YESTERDAY} 10:00`, '消费', 'BANK1'], // verbatim
  ['合计', '', '1,234.50', '', '', '', ''], // verbatim
]
const csv = (cells: readonly (readonly string[])[]): string => cells.map(row => row.map(c => c.replaceAll(',', '')).join(',')).join('\n')

describe('statements of every kind', () => {
  it.each([
    [
      'alipay',
      '2088000000000001',
      'a.zip',
      () => zipped({ '明细.csv': gbk(ALIPAY), '明细(汇总).csv': gbk('x') }),
      [
        ['payment', 'P1', null, '2026090122001', 5500_00, 33_00],
        ['refund', 'P1', 'R1', '2026090122001', 1000_00, -6_00],
      ],
    ], // verbatim
    ['wechat', '1900000001', 'w.csv', async () => Buffer.from(WECHAT), [['payment', 'P2', null, '4200001', 100_00, 60]]],
    [
      'unionpay',
      '777290058110097',
      'u.zip',
      () =>
        zipped({
          INN26090188ZM_777290058110097: line({
            0: 'S22',
            4: `${YESTERDAY.slice(5).replace('-', '')}080030`,
            6: '000000010000',
            9: '692',
            11: 'P3',
            15: 'D000000000060',
            19: '01',
          }),
        }),
      [['payment', 'P3', null, '692', 100_00, 60]],
    ],
    ['bankDebit', 'BANK1', 'b.csv', async () => gbk(csv(TABLE)), [['payment', 'POS-77', null, 'B1', 1234_50, 0]]],
    ['counter', 'BANK1', 'c.xlsx', () => rawWorkbook([{ xml: textRows(TABLE) }]), [['payment', 'POS-77', null, 'B1', 1234_50, 0]]],
    [
      'unified',
      'BANK1',
      'd.dbf',
      async () =>
        dbase(
          [
            ['订单号', 'C', 20],
            ['流水号', 'C', 20],
            ['金额', 'N', 12],
            ['日期', 'D', 8],
            ['类型', 'C', 10],
          ], // verbatim
          [['P9', 'B9', '88.00', YESTERDAY.replaceAll('-', ''), '退费']], // verbatim
        ),
      [['refund', 'P9', null, 'B9', 88_00, 0]],
    ],
  ] as const)('%s %s: %s', async (provider, merchantNo, name, file, expected) => {
    const answer = await hand(await accountOf(provider, merchantNo), await file(), name)
    expect(answer.msg).toBe('成功')
    expect(await rowsOf(answer.data.id)).toEqual(expected.map(row => ['theirsOnly', ...row]))
  })
  it('are matched with money at the counter by the number of its slip', async () => {
    const merchantId = (
      await s.finance.post<{ id: string }>('fee/merchantAccount/add', { provider: 'counter', name: '柜台', merchantNo: 'CTR2', scenes: ['counter'], isEnabled: true, mode: 'test' })
    ).data.id
    const lineId = await s.line(66_00)
    const { id } = (await s.finance.post<{ id: string }>('fee/payOrder/recordCounter', { lineIds: [lineId], merchantId, slipNo: 'POS-0009', paidOn: YESTERDAY })).data
    await s.checker.post('fee/payOrder/confirmCounter', { id })
    const answer = await hand(
      merchantId,
      csv([
        ['凭证号', '金额', '日期'],
        ['POS-0009', '66.00', YESTERDAY],
      ]),
      'p.csv',
    ) // verbatim
    expect(answer.data.diffCount).toBe(0)
  })
})
describe('bad input', () => {
  it('a statement uploaded twice is known by its digest, whichever day or account it is given for', async () => {
    const [first, second] = [await accountOf('wechat', '1900000002'), await accountOf('wechat', '1900000003')]
    const file = WECHAT.replaceAll('1900000001', '1900000002').replace('4200001', '4200002')
    expect((await hand(first, file, 'w.csv')).code).toBe(200)
    for (const [to, day] of [
      [first, YESTERDAY],
      [first, addDays(YESTERDAY, -1)],
      [second, YESTERDAY],
    ] as const) {
      const again = await hand(to, file, 'w2.csv', day)
      expect(again.errors[0]).toMatchObject({ rule: 'fee.reconDay.seen', values: { day: YESTERDAY, merchant: 'wechat 1900000002' } })
    }
  })
  it('a statement of another merchant, of another day, or of a day that is not over is refused, and nothing is kept of it', async () => {
    const to = await accountOf('wechat', '1900000009')
    const foreign = await hand(to, WECHAT.replace('4200001', '4200003'), 'w.csv')
    expect(foreign.errors[0]).toMatchObject({ rule: 'fee.reconDay.otherMerchant', values: { theirs: '1900000001', ours: '1900000009' } })
    expect(ruleOf(await hand(to, WECHAT.replaceAll('1900000001', '1900000009'), 'w.csv', addDays(YESTERDAY, -20)))).toBe('fee.reconDay.otherDay')
    expect(ruleOf(await hand(to, WECHAT, 'w.csv', today()))).toBe('fee.reconDay.future')
    expect(await s.db.query({ text: 'select from recon_day where merchant_id = $1', values: [to] } as never)).toEqual([])
  })
  it('zip bombs, XML bombs and nonsense are refused by name', async () => {
    const [alipay, counter] = [await accountOf('alipay', '2088000000000007'), await accountOf('counter', 'BOMB')]
    const bomb = await zipped({ '明细.csv': Buffer.alloc(70 * MB) }) // verbatim
    const crowd = await zipped(Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`${n}.csv`, 'x'])))
    const lying = Buffer.from(await zipped({ 'a.csv': Buffer.alloc(8 * MB) }))
    const size = lying.indexOf(Buffer.from('504b0102', 'hex'))
    lying.writeUInt32LE(10, size + 24) // the directory says ten bytes
    const xml = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>`
    const laughs = await zipped({
      'xl/workbook.xml': `${xml}<workbook><sheets><sheet name="&b;" r:id="rId1"/></sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': '<Relationships/>',
    })
    const wide = await rawWorkbook([{ xml: `<sheetData><row><c t="str"><v>${' '.repeat(40 * MB)}</v></c></row></sheetData>` }])
    const answers = []
    for (const [to, file, name] of [
      [alipay, bomb, 'b.zip'],
      [alipay, crowd, 'c.zip'],
      [alipay, lying, 'l.zip'],
      [counter, laughs, 'x.xlsx'],
      [counter, wide, 'y.xlsx'],
      [counter, randomBytes(64).toString('hex'), 'z.csv'],
    ] as const)
      answers.push(await hand(to, file, name))
    expect(answers.map(a => a.code)).toEqual(Array(6).fill(422))
    expect(answers.slice(0, 3).map(ruleOf)).toEqual(Array(3).fill('fee.reconDay.unreadable'))
    expect(ruleOf(answers[5] as (typeof answers)[number])).toBe('fee.reconDay.unreadable')
  })
})
