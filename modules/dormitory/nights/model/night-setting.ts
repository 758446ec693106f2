import { bool, entity, ref, time } from '#model'

/** 20-DN1: sources enabled for a building. Default: fence and gate; none if it has neither. */
export const nightSetting = entity(
  'dormitory.nightSetting',
  '点名方式',
  {
    dormId: ref('dormBuilding', '宿舍楼', { required: true, immutable: true }),
    isSelf: bool('本人定位', { required: true, initial: true, help: '学生在宿舍楼的签到范围内点一下；楼栋没有设范围的不能用' }),
    isHead: bool('寝室长确认', { required: true, initial: true }),
    isPatrol: bool('查寝', { required: true, initial: true }),
    isGate: bool('门禁记录', { required: true, initial: true, help: '只用于门禁方式为“门禁记录”的楼' }),
    openTime: time('开始', { required: true, initial: '21:30', help: '本人定位和寝室长确认的时间' }),
    closeTime: time('截止', { required: true, initial: '23:00' }),
    gateAfter: time('门禁起算', { required: true, initial: '18:00', help: '这一刻后进楼且没有再出楼的算在寝' }),
  },
  {
    title: 'dormId',
    unique: [['dormId']],
    scope: { building: 'dormId.buildingId' },
    cached: true,
    select: 'scoped',
    sort: ['dormId'],
    verbs: ['list', 'add', 'update', 'remove'],
    refusals: {
      dormTaken: '{dorm}已设过点名方式',
      order: '截止 {closeTime} 不晚于开始 {openTime}',
      noWay: '至少要有一种点名方式',
      noFence: '{dorm}没有设签到范围，不能用本人定位',
      noGate: '{dorm}的门禁方式是{gateMode}，没有门禁记录可用',
    },
  },
)
