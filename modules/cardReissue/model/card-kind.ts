import { bool, choice, entity, integer, list, type Row, ref, text } from '#model'

export const REASONS = { lost: '遗失', damaged: '损坏', infoChanged: '信息变更', expired: '有效期满' } as const
/** Fields of the record that stand on cards: while one of them is being changed nobody can apply, and afterwards a new card may be asked for. */
export const ON_CARDS = ['name', 'idNo', 'genderCode', 'birthDate', 'ethnicityCode'] as const
/** 证卡类型: student cards, campus cards, cards for cheaper train tickets. */
export const cardKind = entity(
  'cardReissue.cardKind',
  '证卡类型',
  {
    code: text('编号', { required: true, immutable: true, max: 20, format: 'code', search: true }),
    name: text('名称', { required: true, max: 40, search: true, sortable: true }),
    chargeItemId: ref('chargeItem', '收费项目', { help: '按它的收费标准收工本费；不填的不收费' }),
    freeReasons: list('免费的原因', choice('原因', REASONS, { required: true }), { max: 4 }),
    needsPhoto: bool('要照片', { required: true, initial: true }),
    needsOldCard: bool('交回旧卡', { required: true, initial: false, help: '不是遗失的，领取时交回旧卡' }),
    hasNumber: bool('有卡号', { required: true, initial: true, help: '制好后逐张登记卡号，登记完才能领取' }),
    isTrain: bool('火车票优惠卡', { required: true, initial: false, help: '申请时填写优惠区间' }),
    tellsCardSystem: bool('挂失通知卡务系统', { required: true, initial: false, help: '地址在证卡补办的参数里' }),
    maxPerYear: integer('每学年次数', { required: true, initial: 2, min: 1, max: 20, help: '超过的，由学院再审一次' }),
    producer: text('制证单位', { max: 60 }),
    pickUpPlace: text('领取地点', { required: true, max: 60 }),
    pickUpHours: text('领取时间', { required: true, max: 60 }),
    isEnabled: bool('启用', { required: true, initial: true }),
  },
  {
    title: 'name',
    scope: { everyone: 'what cards the school replaces, without data of students' },
    select: 'open',
    selectFields: ['name'],
    sort: ['code'],
    unique: [['code']],
    importKey: ['code'],
    cached: true,
    verbs: ['list', 'add', 'update', 'remove', 'export'],
    refusals: { used: '“{name}”已有 {count} 份补办申请，不能删除，可以停用' },
  },
)
export type CardKind = Row<typeof cardKind>
