import type { CheckArea, CheckItem } from './items.ts'

const item = (code: string, name: string, area: CheckArea, full: number, steps: Array<[string, number]>): CheckItem => ({
  code,
  name,
  area,
  full,
  steps: steps.map(([step, points]) => ({ name: step, points })),
})
const veto = (code: string, name: string, violation: string): CheckItem => ({ code, name, area: 'personal', full: 0, steps: [], veto: true, violation, needPhoto: true })
/** Default items in Chinese, translated for display; a school's own items are shown as written. 50 points for the room, 50 for each occupant. */
export const DEFAULT_ITEMS: readonly CheckItem[] = [
  item('floor', '地面', 'public', 15, [
    ['有灰尘或水渍', 3],
    ['有垃圾', 5],
    ['堆放杂物', 5],
  ]),
  item('bathroom', '卫生间和阳台', 'public', 15, [
    ['有污渍', 3],
    ['有异味', 3],
    ['垃圾未倒', 5],
  ]),
  item('walls', '门窗墙面', 'public', 10, [
    ['有灰尘蛛网', 3],
    ['乱贴乱画', 5],
  ]),
  item('air', '空气', 'public', 10, [
    ['不通风', 3],
    ['有烟味或异味', 5],
  ]),
  item('bed', '床铺', 'personal', 20, [
    ['被子未叠', 5],
    ['床上堆放杂物', 5],
    ['挂床帘遮挡', 3],
  ]),
  item('desk', '桌面', 'personal', 15, [
    ['凌乱', 5],
    ['有食物残渣', 5],
  ]),
  item('belongings', '个人物品', 'personal', 15, [
    ['鞋子未摆齐', 3],
    ['衣物乱挂', 3],
    ['行李占通道', 5],
  ]),
  veto('appliance', '违规电器', 'appliance'),
  veto('openFire', '明火', 'openFire'),
  veto('wiring', '私拉电线', 'wiring'),
]
export const SAFETY_ITEMS: readonly CheckItem[] = [
  item('electric', '用电', 'public', 40, [
    ['插线板串接', 10],
    ['人走未断电', 10],
    ['线路老化破损', 10],
  ]),
  item('doors', '门窗锁具', 'public', 30, [
    ['门锁损坏', 10],
    ['窗户限位损坏', 10],
  ]),
  item('storage', '物品堆放', 'public', 30, [
    ['易燃物品', 20],
    ['高处重物', 10],
  ]),
  veto('appliance', '违规电器', 'appliance'),
  veto('openFire', '明火', 'openFire'),
  veto('wiring', '私拉电线', 'wiring'),
]
export const FIRE_ITEMS: readonly CheckItem[] = [
  item('passage', '疏散通道', 'public', 40, [
    ['通道堆物', 20],
    ['门前停放电动车', 20],
  ]),
  item('equipment', '消防器材', 'public', 40, [
    ['灭火器缺失', 20],
    ['烟感遮挡', 20],
  ]),
  item('notice', '疏散图和应急灯', 'public', 20, [
    ['疏散图缺失', 10],
    ['应急灯不亮', 10],
  ]),
  veto('openFire', '明火', 'openFire'),
  veto('smoking', '室内吸烟', 'smoking'),
]
