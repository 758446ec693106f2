import type { DraftOf } from '#model'
import { uuidv7 } from '#server/base/uuid.ts'
import type { MODES, repairType } from '../model/type.ts'

type Leaf = readonly [
  name: string,
  keywords: string,
  more?: { urgency?: string; mode?: keyof typeof MODES; minutes?: number; chargeable?: true; ask?: string[]; selfHelp?: string },
]
const help = (...steps: string[]): string => `<ol>${steps.map(step => `<li>${step}</li>`).join('')}</ol>`
/** Usual types of faults in dormitories and on campus, by group. */
const GROUPS: ReadonlyArray<readonly [code: string, name: string, leaves: readonly Leaf[]]> = [
  [
    'water',
    '水暖',
    [
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
  ],
  [
    'electric',
    '电气',
    [
      ['跳闸停电', '跳闸 停电 没电', { urgency: 'urgent', selfHelp: help('拔掉所有电器插头', '把门口配电箱里跳下的开关推上去', '仍跳闸再报修') }],
      ['漏电', '漏电 电到 麻手 火花', { urgency: 'emergency' }],
      ['灯不亮', '灯 不亮 灯管', { mode: 'grab', minutes: 15 }],
      ['灯闪烁', '灯 闪 频闪', { mode: 'grab', minutes: 15 }],
      ['插座没电', '插座 没电 松动'],
      ['开关损坏', '开关 按不动', { minutes: 20, chargeable: true }],
      ['电表或充值故障', '电表 电费 充值'],
      ['风扇不转', '风扇 吊扇 不转', { minutes: 40 }],
    ],
  ],
  [
    'air',
    '空调',
    [
      ['空调不制冷', '空调 不冷 制冷', { minutes: 60, ask: ['空调编号'], selfHelp: help('看遥控器是否在制冷、温度是否低于室温', '清洗滤网后再试') }],
      ['空调漏水', '空调 滴水 漏水', { minutes: 45 }],
      ['空调异响', '空调 响 噪音', { minutes: 45 }],
      ['遥控器丢失或失灵', '遥控器', { minutes: 10, chargeable: true }],
    ],
  ],
  [
    'door',
    '门窗锁',
    [
      ['门锁打不开', '门锁 打不开 钥匙', { urgency: 'urgent', chargeable: true }],
      ['钥匙断在锁里', '钥匙 断', { urgency: 'urgent', chargeable: true }],
      ['门合页松动', '合页 门 下垂'],
      ['窗户关不上', '窗户 关不上'],
      ['玻璃破碎', '玻璃 碎', { urgency: 'urgent', chargeable: true, minutes: 60 }],
      ['纱窗破损', '纱窗', { urgency: 'low' }],
      ['窗帘轨道脱落', '窗帘 轨道', { urgency: 'low' }],
    ],
  ],
  [
    'furniture',
    '家具',
    [
      ['床板断裂', '床板 床 断', { urgency: 'urgent', chargeable: true }],
      ['床梯松动', '床梯 梯子', { urgency: 'urgent' }],
      ['桌椅损坏', '桌子 椅子 抽屉', { chargeable: true }],
      ['柜门脱落', '柜门 衣柜', { chargeable: true }],
      ['晾衣架损坏', '晾衣 阳台 衣架', { urgency: 'low' }],
    ],
  ],
  [
    'building',
    '土建',
    [
      ['屋顶漏雨', '漏雨 屋顶 渗水', { urgency: 'urgent', minutes: 120 }],
      ['墙皮脱落', '墙皮 掉灰', { urgency: 'low', minutes: 90 }],
      ['瓷砖脱落', '瓷砖 地砖', { minutes: 60 }],
      ['吊顶脱落', '吊顶 天花板', { urgency: 'urgent' }],
    ],
  ],
  [
    'network',
    '网络',
    [
      ['上不了网', '网络 上网 wifi 断网', { selfHelp: help('重启路由器或重新拨号', '换一根网线再试') }],
      ['网口损坏', '网口 网线'],
      ['无线信号弱', '无线 信号', { urgency: 'low' }],
    ],
  ],
  [
    'public',
    '公共设施',
    [
      ['电梯困人', '电梯 困', { urgency: 'emergency' }],
      ['电梯故障', '电梯', { urgency: 'urgent', mode: 'manual' }],
      ['门禁故障', '门禁 刷脸 闸机', { urgency: 'urgent' }],
      ['饮水机故障', '饮水机 开水 直饮'],
      ['洗衣机故障', '洗衣机 烘干', { mode: 'manual' }],
    ],
  ],
]
/** Drafts of the usual types, the groups first. */
export function usualTypes(urgencyOf: (code: string) => string): Array<Array<DraftOf<typeof repairType> & { id: string }>> {
  const groups = GROUPS.map(([code, name], sort) => ({ id: uuidv7(), code, name, sort: sort * 10, defaultUrgencyId: urgencyOf('normal') }))
  const leaves = GROUPS.flatMap(([code, , of], at) =>
    of.map(([name, keywords, { urgency = 'normal', mode = 'auto', minutes = 30, chargeable = false, ask, selfHelp } = {}], n) => ({
      id: uuidv7(),
      parentId: groups[at]?.id ?? null,
      code: `${code}${String(n + 1).padStart(2, '0')}`,
      name,
      keywords,
      sort: n,
      defaultUrgencyId: urgencyOf(urgency),
      mode,
      usualMinutes: minutes,
      chargeable,
      formJson: ask ?? null,
      selfHelp: selfHelp ?? null,
    })),
  )
  return [groups, leaves]
}
