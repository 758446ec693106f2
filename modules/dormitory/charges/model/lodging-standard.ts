import { dict, entity, money, ref, text } from '#model'
import { roomType } from '../../places/model/dictionaries.ts'

/** 住宿费标准: yearly price of a bed by building and room type, from a school year on. Used unless a fee module supplies prices. */
export const lodgingStandard = entity(
  'dormitory.lodgingStandard',
  '住宿费标准',
  {
    xn: text('起始学年', { required: true, min: 9, max: 9, sortable: true, help: '如 2026-2027，从这一学年起执行' }),
    /** Empty: all buildings without a price of their own. */
    dormId: ref('dormBuilding', '楼栋', { help: '不填时为全部楼栋' }),
    roomType: dict('房型', roomType, { required: true }),
    amount: money('标准（每年）', { required: true, min: 0, max: 10_000_000 }),
    note: text('文件依据', { max: 200 }),
  },
  {
    title: 'xn',
    scope: { everyone: 'published prices, a setting of the school' },
    unique: [['xn', 'dormId', 'roomType']],
    importKey: ['xn', 'dormId', 'roomType'],
    sort: ['-xn', 'roomType'],
    refusals: { xn: '学年“{xn}”应写成 2026-2027', taken: '{xn} 学年起的{roomType}标准已有：{amount} 元' },
  },
)
