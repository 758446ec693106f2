import type { DraftOf } from '#model'
import { uuidv7 } from '#server/base/uuid.ts'
import type { MODES, repairType, repairUrgency } from '../model/faults.ts'

const HOUR = 60
const DAY = 24 * HOUR
/** Times of a new school. */
export const USUAL_URGENCIES = [
  { code: 'emergency', name: '特急', level: 1, respondMin: 10, arriveMin: 30, finishMin: DAY, clock: 'always', weight: 4, callsFirst: true },
  { code: 'urgent', name: '紧急', level: 2, respondMin: 30, arriveMin: 4 * HOUR, finishMin: DAY, clock: 'always', weight: 2, callsFirst: false },
  { code: 'normal', name: '一般', level: 3, respondMin: 2 * HOUR, arriveMin: null, finishMin: 72 * HOUR, clock: 'serviceHours', weight: 1, callsFirst: false },
  { code: 'low', name: '不急', level: 4, respondMin: 8 * HOUR, arriveMin: null, finishMin: 7 * DAY, clock: 'serviceHours', weight: 0.5, callsFirst: false },
] as const satisfies ReadonlyArray<DraftOf<typeof repairUrgency>>
type Urgency = (typeof USUAL_URGENCIES)[number]['code']
type Leaf = readonly [
  name: string,
  keywords: string,
  more?: { urgency?: Urgency; mode?: keyof typeof MODES; minutes?: number; chargeable?: true; ask?: string[]; selfHelp?: string },
]
const help = (...steps: string[]): string => `<ol>${steps.map(step => `<li>${step}</li>`).join('')}</ol>`
const GROUPS = { water: '水暖', electric: '电气', air: '空调', door: '门窗锁', furniture: '家具', building: '土建', network: '网络', public: '公共设施' } as const
/** Usual faults in dormitories and on campus. */
const LEAVES: Readonly<Record<keyof typeof GROUPS, readonly Leaf[]>> = {
  water: [
    ['水龙头漏水', '水龙头 滴水 漏水', { selfHelp: help('先关上水龙头下面的角阀', '擦干台面，看是否还在漏') }],
    ['水管爆裂', '爆管 水管 喷水 淹', { urgency: 'emergency', selfHelp: help('马上关掉房间的总水阀（一般在卫生间门后）', '搬开地上的插线板') }],
    ['马桶堵塞', '马桶 堵 便池', { urgency: 'urgent' }],
    ['马桶不上水', '马桶 水箱 冲水'],
    ['下水道堵塞', '下水 地漏 积水 返水', { urgency: 'urgent' }],
    ['淋浴没有热水', '热水 洗澡 淋浴', { ask: ['是一直没有，还是某个时段没有'] }],
    ['水表或水卡故障', '水卡 水表 刷卡'],
    ['暖气不热', '暖气 不热 供暖', { minutes: 60 }],
    ['暖气漏水', '暖气 漏水', { urgency: 'emergency' }],
  ],
  electric: [
    ['跳闸停电', '跳闸 停电 没电', { urgency: 'urgent', selfHelp: help('拔掉所有电器插头', '把门口配电箱里跳下的开关推上去', '仍跳闸再报修') }],
    ['漏电', '漏电 电到 麻手 火花', { urgency: 'emergency' }],
    ['灯不亮', '灯 不亮 灯管', { mode: 'grab', minutes: 15 }],
    ['灯闪烁', '灯 闪 频闪', { mode: 'grab', minutes: 15 }],
    ['插座没电', '插座 没电 松动'],
    ['开关损坏', '开关 按不动', { minutes: 20, chargeable: true }],
    ['电表或充值故障', '电表 电费 充值'],
    ['风扇不转', '风扇 吊扇 不转', { minutes: 40 }],
  ],
  air: [
    ['空调不制冷', '空调 不冷 制冷', { minutes: 60, ask: ['空调编号'], selfHelp: help('看遥控器是否在制冷、温度是否低于室温', '清洗滤网后再试') }],
    ['空调漏水', '空调 滴水 漏水', { minutes: 45 }],
    ['空调异响', '空调 响 噪音', { minutes: 45 }],
    ['遥控器丢失或失灵', '遥控器', { minutes: 10, chargeable: true }],
  ],
  door: [
    ['门锁打不开', '门锁 打不开 钥匙', { urgency: 'urgent', chargeable: true }],
    ['钥匙断在锁里', '钥匙 断', { urgency: 'urgent', chargeable: true }],
    ['门合页松动', '合页 门 下垂'],
    ['窗户关不上', '窗户 关不上'],
    ['玻璃破碎', '玻璃 碎', { urgency: 'urgent', chargeable: true, minutes: 60 }],
    ['纱窗破损', '纱窗', { urgency: 'low' }],
    ['窗帘轨道脱落', '窗帘 轨道', { urgency: 'low' }],
  ],
  furniture: [
    ['床板断裂', '床板 床 断', { urgency: 'urgent', chargeable: true }],
    ['床梯松动', '床梯 梯子', { urgency: 'urgent' }],
    ['桌椅损坏', '桌子 椅子 抽屉', { chargeable: true }],
    ['柜门脱落', '柜门 衣柜', { chargeable: true }],
    ['晾衣架损坏', '晾衣 阳台 衣架', { urgency: 'low' }],
  ],
  building: [
    ['屋顶漏雨', '漏雨 屋顶 渗水', { urgency: 'urgent', minutes: 120 }],
    ['墙皮脱落', '墙皮 掉灰', { urgency: 'low', minutes: 90 }],
    ['瓷砖脱落', '瓷砖 地砖', { minutes: 60 }],
    ['吊顶脱落', '吊顶 天花板', { urgency: 'urgent' }],
  ],
  network: [
    ['上不了网', '网络 上网 wifi 断网', { selfHelp: help('重启路由器或重新拨号', '换一根网线再试') }],
    ['网口损坏', '网口 网线'],
    ['无线信号弱', '无线 信号', { urgency: 'low' }],
  ],
  public: [
    ['电梯困人', '电梯 困', { urgency: 'emergency' }],
    ['电梯故障', '电梯', { urgency: 'urgent', mode: 'manual' }],
    ['门禁故障', '门禁 刷脸 闸机', { urgency: 'urgent' }],
    ['饮水机故障', '饮水机 开水 直饮'],
    ['洗衣机故障', '洗衣机 烘干', { mode: 'manual' }],
  ],
}
/** Drafts of the usual types, the groups first. */
export function usualTypes(urgencyIdOf: (code: Urgency) => string): Array<Array<DraftOf<typeof repairType> & { id: string }>> {
  const groups = Object.entries(GROUPS).map(([code, name], n) => ({ id: uuidv7(), code, name, sort: n * 10, defaultUrgencyId: urgencyIdOf('normal') }))
  const leaves = groups.flatMap(({ id: parentId, code }) =>
    LEAVES[code as keyof typeof GROUPS].map(([name, keywords, more], sort) => {
      const { urgency = 'normal', mode = 'auto', minutes = 30, chargeable = false, ask, selfHelp } = more ?? {}
      const leaf = { id: uuidv7(), parentId, code: `${code}${String(sort + 1).padStart(2, '0')}`, name, keywords, sort, mode, chargeable }
      return { ...leaf, defaultUrgencyId: urgencyIdOf(urgency), usualMinutes: minutes, formJson: ask ?? null, selfHelp: selfHelp ?? null }
    }),
  )
  return [groups, leaves]
}
